"""A credential note comes up for who asks about credentials, by whole words and in any spelling."""

import pytest

from hindnote.core.credentials import asks_for_credentials, names_a_credential


@pytest.mark.parametrize("title", ["The deploy PASSWORD", "API keys of staging", "ssh_key rotation", "Ｓecret store"])  # noqa: RUF001  (full width is a spelling)
def test_a_title_that_names_a_credential(title: str) -> None:
    assert names_a_credential(title)
    assert asks_for_credentials(title)


@pytest.mark.parametrize("title", ["The tokenizer drops a key", "passwordless", "secretary", "", "monkey api"])
def test_a_word_that_only_holds_one_is_none(title: str) -> None:
    assert not names_a_credential(title)


@pytest.mark.parametrize("question", ["why does my login not persist", "which token does CI use", "sign-in fails"])
def test_who_asks_about_a_login_asks_for_credentials(question: str) -> None:
    assert asks_for_credentials(question)
    assert not names_a_credential(question)


def test_another_question_does_not() -> None:
    assert not asks_for_credentials("why does the tokenizer drop the primary key")
