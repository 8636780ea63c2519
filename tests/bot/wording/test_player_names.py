"""Names at the table: short, visible, on one line, and unable to do anything to the text around them."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.wording.speaker import MAX_NAME, NAMELESS, display_name, isolate_name, mention_html, sanitize_text


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        ("Ayşe", None, "Ayşe"),
        ("  Ayşe \n\t Nur ", " Yılmaz ", "Ayşe Nur Yılmaz"),
        ("Ays\u0327e", None, "Ayşe"),
        ("\u202eevil\u202c", None, "evil"),
        ("a \u200b b", None, "a b"),
        ("\u200b\u3164\u2800", "\u2060", NAMELESS),
        ("Ay\u200dşe", None, "Ayşe"),
        ("👨\u200d👩\u200d👧 Kaya", None, "👨\u200d👩\u200d👧 Kaya"),
        ("🏳️\u200d🌈", "\u200d", "🏳️\u200d🌈"),
        ("x" * 21 + "👨\u200d👩", "Kaya", "x" * 21 + "👨…"),
        ("Maksimilyan Konstantin Iv", None, "Maksimilyan Konstantin…"),
        ("😀" * 30, None, "😀" * 23 + "…"),
    ],
)
def test_a_name_is_made_fit_for_the_table(first: str, last: str | None, name: str) -> None:
    assert display_name(first, last) == name


@given(st.text(max_size=80), st.none() | st.text(max_size=80))
def test_any_name_becomes_a_short_visible_line(first: str, last: str | None) -> None:
    name = display_name(first, last)
    assert 1 <= len(name) <= MAX_NAME
    assert name == name.strip()
    name = name.replace("\u200d", "")
    assert not any(unicodedata.category(mark) in {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"} for mark in name)


@example("a\u200b\u0301")
@given(st.text())
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert sanitize_text(sanitize_text(text)) == sanitize_text(text)


def test_a_shown_name_is_escaped_and_isolated_from_the_text_around_it() -> None:
    assert isolate_name('<b>&"') == '\u2068&lt;b&gt;&amp;"\u2069'


def test_a_mention_is_a_link_to_its_bearer_and_isolated_like_any_name() -> None:
    assert mention_html(42, "<i>") == '<a href="tg://user?id=42">\u2068&lt;i&gt;\u2069</a>'
