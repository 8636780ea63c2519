"""How much Telegram takes: its own numbers, its way of counting, and texts cut so that they are still HTML."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import message_limits
from bot.playground.chats import parse_html, utf16_length


@pytest.mark.parametrize(
    ("text", "most", "wanted"),
    [("words", 5, "words"), ("words", 4, "wor…"), ("😀😀", 4, "😀😀"), ("😀😀", 3, "😀…"), ("a😀", 2, "a…")],
)
def test_a_text_is_cut_between_its_characters(text: str, most: int, wanted: str) -> None:
    assert message_limits.truncate_text(text, most) == wanted
    assert message_limits.count_units(wanted) <= most


@pytest.mark.parametrize(
    ("text", "most", "wanted"),
    [
        ("<b>bold</b>", 4, "<b>bold</b>"),
        ("<b>bold</b> words", 6, "<b>bold</b> …"),
        ("<b>bold <i>words</i></b>", 7, "<b>bold <i>w…</i></b>"),
        ("&amp;&amp;&amp;", 2, "&amp;…"),
        ('<a href="https://example.org/">here</a>', 3, '<a href="https://example.org/">he…</a>'),
        ("😀😀😀", 4, "😀…"),
    ],
)
def test_html_is_cut_in_what_is_read_of_it(text: str, most: int, wanted: str) -> None:
    assert message_limits.truncate_html(text, most) == wanted


def texts_with_tags(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tagged = st.builds("<{0}>{1}</{0}>".format, st.sampled_from("bi"), inner)
    return st.lists(st.one_of(inner, tagged)).map("".join)


PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]))
MARKED = st.recursive(PLAIN.map(lambda text: html.escape(text, quote=False)), texts_with_tags, max_leaves=12)


@given(MARKED, st.integers(1, 40))
def test_cut_html_is_html_and_says_the_beginning(text: str, most: int) -> None:
    whole, _ = parse_html(text, lambda _: None)
    read, _ = parse_html(message_limits.truncate_html(text, most), lambda _: None)
    assert utf16_length(read) <= most or read == whole
    assert read == whole or whole.startswith(read.removesuffix("…"))
    assert (read == whole) == (utf16_length(whole) <= most) or read.endswith("…")
