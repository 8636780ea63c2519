"""Names of people, fit for a table, and labels that tell several tables apart on one line of a phone."""

import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.texts import Texts
from bot.wording.game_result import game_sign
from bot.wording.speaker import MAX_NAME, NAMELESS, Speaker, display_name, isolate_name, mention_html, sanitize_text
from bot.wording.tables import label_in_picture, label_line, own_games_text, plain_label, players_of, tables_text
from engine.duplicate.state import Player
from engine.lobby_seats import Seat
from engine.rulesets import shipped_rulesets
from render.fonts import Fonts
from tests.support.duplicate_games import open_round
from tests.support.games import NOW

GAMES: Final = tuple(shipped_rulesets().values())
MOST_CELLS: Final = 40
"""Characters of a line of a phone that is 360 pixels wide; a sign is as wide as two."""


def seats(names: Iterable[str]) -> tuple[Seat, ...]:
    return tuple(Seat(user, name) for user, name in enumerate(names, start=1))


def speaker_at(number: int, game: str = "kelimelik", language: str = "tr") -> Speaker:
    return Speaker(Texts(), language).about_table(shipped_rulesets()[game].title, number=number)


def test_every_game_has_a_sign_of_its_own_which_its_variants_share() -> None:
    games = {ruleset.id.partition("-")[0] for ruleset in GAMES}
    signs = {game_sign(ruleset.title) for ruleset in GAMES}
    assert "" not in signs
    assert len(signs) == len(games) < len(GAMES)
    assert all(len(sign) == 1 for sign in signs), "one character each, as wide on every phone"


def test_a_game_that_has_none_is_named_without() -> None:
    assert game_sign({"en": "Deneme"}) == game_sign({}) == ""
    speaker = Speaker(Texts(), "en", {"en": "Deneme"}, table_number=3)
    assert plain_label(seats(["Kiraz", "Limon"]), speaker) == "#3 Kiraz–Limon"


def test_messages_have_the_sign_and_pictures_which_cannot_draw_it_the_title() -> None:
    players, speaker = seats(["Kiraz", "Limon"]), speaker_at(3)
    assert label_line(players, speaker) == "<b>\u2068#3 Kiraz–Limon 🎯\u2069</b>"
    assert label_in_picture(players, speaker) == "#3 Kiraz–Limon"
    assert not any(Fonts().has_glyph(game_sign(ruleset.title)) for ruleset in GAMES)


@pytest.mark.parametrize("game", [ruleset.id for ruleset in GAMES])
def test_the_longest_label_fits_on_a_line(game: str) -> None:
    label = plain_label(seats(["W" * 30, "M" * 30, "Ceviz", "Badem", "İncir", "Vişne"]), speaker_at(20, game))
    assert len(label) + 1 <= MOST_CELLS
    assert label.endswith(f" +4 {game_sign(shipped_rulesets()[game].title)}")


def test_a_table_without_turns_is_named_after_those_alone_who_are_known_to_be_there() -> None:
    game = open_round()
    entered = replace(game, players=(*game.players, Player(103, "Zeytin")))
    assert players_of(entered) == game.players
    assert players_of(replace(entered, known=len(entered.players))) == entered.players


def test_lists_of_tables_tell_how_long_an_open_round_may_still_be_answered() -> None:
    speaker, loaded = Speaker(Texts(), "en"), LoadedTable(Scope(-100), open_round(), 1, {}, is_duplicate=False)
    for seconds, left in (30, "⏱\N{NO-BREAK SPACE}1"), (121, ""):
        now = NOW + timedelta(seconds=seconds)
        lists = tables_text([loaded], now, speaker), own_games_text([(loaded, "Kulüp")], 101, now, speaker)
        assert [("⏱" in text, left in text) for text in lists] == [(bool(left), True)] * 2


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
