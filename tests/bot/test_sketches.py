"""What a picture is drawn from: its words, and what tells one picture from another."""

import pytest

from bot.announce.terms import title
from bot.sketches import DEFAULT_THEME, Look, Sketch, drawn_of, sketch, theme_named, written
from bot.studio import paint
from bot.texts import LANGUAGES, Texts
from engine import game as door
from engine.clock import GameClock, Pause
from engine.crossword.actions import Challenge, OfferDraw
from engine.crossword.view import GameView
from engine.klepka.actions import Flip
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView as KlepkaView
from engine.klepka.view import with_revealed
from engine.rulesets import crosswords, resolve, rulesets
from engine.seats import LobbyView, Seat, open_lobby
from render import Painter
from render.lobby import LobbyWords
from render.panel import PanelWords
from render.theme import THEMES
from tests.support.games import SECRET, after, at, changed, game, pass_, play, step, surrender
from tests.support.klepka import NOW, any_word
from tests.support.klepka import game as klepka_game
from tests.support.klepka import rules as klepka_rules

TEXTS = Texts()
TURKISH = Look("tr")
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bonus="I11")


def seen(table: door.Table, viewer: int | None = None) -> door.View:
    return door.view(table, viewer)


def drawn(table: door.Table, look: Look = TURKISH, viewer: int | None = None) -> Sketch:
    return sketch(TEXTS, seen(table, viewer), table.ruleset.title, look, lexicon=table.ruleset.lexicon)


def clocks(table: door.Table, language: str = "tr") -> tuple[str, ...]:
    words = drawn(table, Look(language)).words
    assert isinstance(words, PanelWords)
    return words.clocks


def test_the_same_position_is_the_same_picture_however_it_was_reached() -> None:
    again = game("kelimelik", laid=["8F KALEM"], racks=["AAEEKKL", "LERİSİ?"], bonus="I11")
    assert drawn(LAID).digest == drawn(changed(again, last=LAID.last)).digest


@pytest.mark.parametrize(
    "other",
    [
        drawn(LAID, Look("en")),
        drawn(LAID, Look("tr", "dark")),
        drawn(game("kelimelik", laid=["8F KALEM", "8F KALEMLİK"], racks=["", ""])),
        drawn(changed(LAID, bonus_taken=True)),
        drawn(after(LAID, pass_(LAID))),
        changed(drawn(LAID), ghosts={"A1": "A"}),
    ],
    ids=["language", "theme", "tiles", "bonus", "turn", "ghosts"],
)
def test_whatever_shows_makes_it_another_picture(other: Sketch) -> None:
    assert other.digest != drawn(LAID).digest


def test_what_makes_no_other_picture_is_not_drawn() -> None:
    """Two pictures of a game in which all is going on that a picture leaves to the words."""
    before = game(
        "wordbox-en", racks=["LOFTYAB", "AAEEKKL"], options={"challenge": "double", "clock": "25min"}, bag="AEIOU" * 5
    )
    state = after(before, play(before, "8H LOFTY"))
    state = after(state, OfferDraw(state.players[1].user))
    view = seen(state)
    assert isinstance(view, GameView)
    assert view.window is not None
    assert view.clock is not None
    assert view.offer is not None
    whole, bare = drawn(state), changed(drawn(state), view=drawn_of(view))
    assert whole.view != bare.view
    assert paint(Painter(), whole) == paint(Painter(), bare)
    assert whole.digest == bare.digest


def test_the_clock_of_klepka_is_drawn_as_words_alone() -> None:
    """A table on which cards have been turned up against the clock."""
    table = klepka_game("ОоЩф", "", "", ruleset=klepka_rules(deck="full", clock="phases"))
    done = door.apply(table, Flip(table.players[0].user, (1, 2)), NOW, any_word)
    assert done.table is not None
    view, whole = seen(done.table), drawn(done.table)
    assert isinstance(view, KlepkaView)
    assert view.clock is not None
    assert view.flipped is not None
    bare = changed(whole, view=drawn_of(view))
    assert whole.view != bare.view
    assert paint(Painter(), whole) == paint(Painter(), bare)
    assert whole.digest == bare.digest


def test_a_challenge_of_before_is_not_drawn_either() -> None:
    before = game("scrabble-en", racks=["LOFTYAB", "AAEEKKL"], options={"challenge": "single"}, bag="AEIOU" * 5)
    state = after(before, play(before, "8H LOFTY"))
    state, _ = step(state, Challenge(state.players[1].user))
    view = seen(state)
    assert isinstance(view, GameView)
    assert view.challenges
    assert paint(Painter(), drawn(state)) == paint(Painter(), changed(drawn(state), view=drawn_of(view)))


def turned_up() -> KlepkaView:
    table = klepka_game("ОжКсОс", "", "")
    done = door.apply(table, Flip(table.players[0].user, (1, 2)), NOW, any_word)
    event = next(one for one in done.events if isinstance(one, CardsRevealed))
    assert done.table is not None
    view = seen(done.table)
    assert isinstance(view, KlepkaView)
    return with_revealed(view, event)


def test_what_is_shown_for_a_moment_or_to_one_player_is_not_kept() -> None:
    cards = sketch(TEXTS, turned_up(), {"en": "Klepka"}, Look("uk"))
    assert [
        drawn(LAID).lasting,
        changed(cards, view=changed(turned_up(), revealed=())).lasting,
        cards.lasting,
        changed(drawn(LAID), ghosts={"A1": "A"}).lasting,
        drawn(LAID, viewer=LAID.players[0].user).lasting,
    ] == [True, True, False, False, False]


@pytest.mark.parametrize(("clock", "wanted"), [("none", ()), ("25min", ("25:00", "25:00"))])
def test_a_picture_has_everybodys_clock_where_the_whole_game_is_timed(clock: str, wanted: tuple[str, ...]) -> None:
    assert clocks(game("scrabble-tr", racks=["A", "B"], options={"clock": clock})) == wanted


@pytest.mark.parametrize(("language", "days"), [("tr", "3 gün"), ("en", "3 days"), ("uk", "3 дн")])
def test_where_turns_are_timed_only_the_one_on_turn_has_a_time(language: str, days: str) -> None:
    assert clocks(game("kelimelik", racks=["A", "B"], options={"clock": "slow"}), language) == (days, "")


def test_a_clock_in_a_picture_stands_as_it_did_when_the_turn_began() -> None:
    start = game("scrabble-tr", racks=["A", "B"], options={"clock": "25min"})
    state, _ = step(start, pass_(start), seconds=61)
    assert clocks(state) == ("23:59", "25:00")
    view = seen(state)
    assert isinstance(view, GameView)
    assert view.clock is not None
    assert view.clock.state.started == at(61)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00"), (59_999, "0:59"), (3_599_000, "59:59"), (3_725_000, "1:02:05"), (-65_000, "−1:05")],
)
def test_a_clock_is_as_short_as_it_can_be(milliseconds: int, text: str) -> None:
    start = game("wordbox-tr", racks=["A", "B"], options={"clock": "25min"})
    assert isinstance(start.ruleset.timing, GameClock)
    state = changed(start, clocks=changed(start.clocks, left=(milliseconds, 900_000)))
    assert clocks(state) == (text, "15:00")


@pytest.mark.parametrize(("stopped", "wanted"), [(True, TEXTS.plain("tr", "panel-paused")), (False, "")])
def test_a_picture_says_that_its_clocks_are_stopped(*, stopped: bool, wanted: str) -> None:
    state = game("scrabble-tr", racks=["A", "B"], options={"clock": "25min"})
    if stopped:
        state, _ = step(state, Pause(1))
    words = drawn(state).words
    assert isinstance(words, PanelWords)
    assert words.paused == wanted


def test_nothing_is_timed_any_more_when_the_game_is_over() -> None:
    start = game("scrabble-tr", racks=["A", "B"], options={"clock": "25min"})
    assert clocks(after(start, surrender(start))) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_the_card_of_every_lobby_has_all_its_words(ruleset: str, language: str) -> None:
    table = open_lobby(resolve(rulesets()[ruleset]), Seat(1, "Kiraz"), SECRET)
    words = drawn(table, Look(language)).words
    assert isinstance(words, LobbyWords)
    assert words.title == title(table.ruleset.title, language)
    assert str(table.ruleset.tiles) in words.tiles
    assert all((words.subtitle, words.host, words.needed, words.free, words.options))
    assert len(words.motif) <= 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ["kelimelik", "klepka", "scrabble-tr", "tournament-en", "wordbox-uk"])
def test_the_card_of_a_lobby_has_the_name_of_the_game_in_tiles(ruleset: str, language: str) -> None:
    table = open_lobby(resolve(rulesets()[ruleset]), Seat(1, "Kiraz"), SECRET)
    words = drawn(table, Look(language)).words
    assert isinstance(words, LobbyWords)
    assert words.motif


def test_a_lobby_says_when_the_game_can_begin() -> None:
    alone = open_lobby(resolve(crosswords()["kelimelik"]), Seat(1, "Kiraz"), SECRET)
    both = changed(alone, seats=(*alone.seats, Seat(2, "Limon")))
    said = [words.subtitle for table in (alone, both) if isinstance(words := drawn(table).words, LobbyWords)]
    assert said == [TEXTS.plain("tr", "lobby-waiting"), TEXTS.plain("tr", "lobby-ready")]
    assert isinstance(drawn(alone).view, LobbyView)


@pytest.mark.parametrize(
    ("name", "theme"), [(None, DEFAULT_THEME), ("", DEFAULT_THEME), ("gone", DEFAULT_THEME), *((t, t) for t in THEMES)]
)
def test_a_theme_that_is_not_there_is_the_default(name: str | None, theme: str) -> None:
    assert theme_named(name) == theme


@pytest.mark.parametrize("ruleset", crosswords())
def test_every_board_as_text_stands_in_columns_of_its_letters(ruleset: str) -> None:
    rules = crosswords()[ruleset]
    state = game(ruleset, laid=[f"8{chr(ord('A') + rules.columns // 2)} КІТ" if rules.language == "uk" else "8H AT"])
    view = seen(state)
    assert isinstance(view, GameView)
    head, *rows = written(view).removeprefix("<pre>").replace("&gt;", ">").splitlines()[: view.rows + 1]
    assert head[3::2] == "".join(chr(ord("A") + column) for column in range(view.columns))
    for number, row in enumerate(rows, start=1):
        assert row[:2] == f"{number:2}"
        assert set(row[2 : 2 + 2 * view.columns : 2]) <= set(" |>")
        assert row[2 + 2 * view.columns :] == f" {number}"
        assert row.isprintable()
