"""A hint was heeded when its own agent used the name after it was told, and not before."""

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.heeding import Heeding, Told, base_rate

HUMS = Told("tool-hints", frozenset({"as30p"}))


def outcomes(heeding: Heeding) -> list[bool]:
    return [each.used for each in heeding.outcomes]


def test_only_a_use_after_it_was_told_counts() -> None:
    heeding = Heeding()
    heeding.use("", {"as30p"})
    heeding.tell("", [HUMS])
    assert outcomes(heeding) == [False]
    heeding.use("", {"as30p", "nas2"})
    assert outcomes(heeding) == [True]


def test_what_one_agent_was_told_another_does_not_heed() -> None:
    heeding = Heeding()
    heeding.tell("scout", [HUMS])
    heeding.use("", {"as30p"})
    assert outcomes(heeding) == [False]


def test_any_of_its_names_is_a_use_of_a_topic_and_without_names_nothing_is() -> None:
    heeding = Heeding()
    heeding.tell("", [Told("topic", frozenset({"a", "b"})), Told("topic", frozenset())])
    heeding.use("", {"b"})
    assert outcomes(heeding) == [True, False]


def test_the_base_rate_is_over_the_sessions_that_were_not_told() -> None:
    told, using, silent = Heeding(), Heeding(), Heeding()
    told.tell("", [HUMS, Told("preflight", frozenset({"other"}))])
    told.use("", {"as30p"})
    using.use("", {"as30p", "other"})
    assert base_rate([told, using, silent], "tool-hints") == (1, 2)
    assert base_rate([silent], "tool-hints") == (0, 0)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abc"), st.sampled_from("xy"))))
def test_a_told_name_is_heeded_exactly_when_a_later_use_has_it(steps: list[tuple[bool, str, str]]) -> None:
    heeding = Heeding()
    for tells, name, agent in steps:
        if tells:
            heeding.tell(agent, [Told("tool-hints", frozenset({name}))])
        else:
            heeding.use(agent, {name})
    expected = [(False, name, agent) in steps[place + 1 :] for place, (tells, name, agent) in enumerate(steps) if tells]
    assert outcomes(heeding) == expected
