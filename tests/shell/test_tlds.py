"""The list of top-level domains that ships: whole, folded, and without its comment."""

from hindnote.shell.tlds import top_level_domains


def test_the_list_has_every_kind_of_top_level_domain() -> None:
    assert {"com", "org", "io", "de", "uk", "dev", "museum", "онлайн", "中国"} <= top_level_domains()
    assert len(top_level_domains()) > 1_400


def test_the_list_holds_folded_names_and_nothing_else() -> None:
    assert all(
        name == name.casefold() and name.replace("-", "").isalnum() for name in top_level_domains() if name.isascii()
    )
    assert not any(" " in name or "." in name or "#" in name for name in top_level_domains())
