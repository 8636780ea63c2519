"""Puzzles on the board page: who is told what, and what an answer there comes to."""

import secrets
from collections.abc import Sequence

import pytest
from aiohttp import ClientSession
from msgspec import msgpack
from msgspec.structs import replace
from redis.exceptions import ConnectionError  # noqa: A004 - the store raises it

from bot.store import keys
from bot.store.people import WebAnswer, WebStore
from bot.store.puzzles import PuzzleProgress, PuzzleStore
from engine.crossword.actions import Placement
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from tests.bot.handlers.puzzles.test_daily_chat import (
    await_post,
    begin_game,
    game_of,
    puzzle_of,
    want_daily,
    want_week_game,
)
from tests.bot.handlers.puzzles.test_puzzles import open_private, wrong_play
from tests.bot.handlers.puzzles.test_puzzles import puzzle_of as shown_puzzle
from tests.bot.web.board_client import SETTINGS, BoardClient, Json, address_of, http
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.games import game
from tests.support.sent_messages import SentMessage

__all__ = ["http"]
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [SETTINGS], indirect=True, ids=["board page"], scope="module"),
]
GAME = "wordbox-tr"


def tiles_of(laid: Sequence[Placement]) -> dict[str, str]:
    return {put.cell: put.tile for put in laid}


class Solver:
    """Somebody's page of one puzzle."""

    def __init__(self, page: BoardClient, house: BotHarness, person: int, puzzle: str) -> None:
        self.page = page
        self.person = person
        self.puzzle = puzzle
        self.store = PuzzleStore(house.redis)

    @classmethod
    async def open_puzzle(
        cls, house: BotHarness, http: ClientSession, puzzle: str, person: int = KIRAZ, chat: int = 0
    ) -> "Solver":
        solver = cls(await BoardClient.open_page(house, http, person), house, person, puzzle)
        await solver.do("open", chat=chat)
        return solver

    async def do(self, kind: str, key: str = "", **more: Json) -> Json:
        move = {"kind": kind, "puzzle": self.puzzle, **more}
        status, told = await self.page.ask(
            "POST", "puzzles/actions", {"key": key or secrets.token_hex(16), "move": move}
        )
        assert status == 200, told
        return told

    async def judge(self, tiles: Json) -> tuple[int, Json]:
        return await self.page.ask("POST", f"puzzles/{self.puzzle}/tiles", {"tiles": tiles})

    async def progress(self) -> PuzzleProgress:
        found = await self.store.load_progress(self.person, self.puzzle)
        assert found is not None
        return found


async def test_an_answer_counts_as_in_the_chat_and_once_however_often_it_is_sent(
    harness: BotHarness, http: ClientSession
) -> None:
    talk, private = await harness.new_group(), await open_private(harness, LIMON)
    await want_daily(talk)
    puzzle = puzzle_of(await await_post(talk, 600))
    solver = await Solver.open_puzzle(harness, http, puzzle.id, LIMON, talk.chat_id)
    wrong, other = tiles_of(wrong_play(puzzle).tiles), tiles_of(puzzle.best.tiles[:-1])
    first = secrets.token_hex(16)
    told = await solver.do("answer", first, tiles=wrong)
    assert "❌" in told["answer"]["text"]
    assert await solver.do("answer", first, tiles=wrong) == told
    await solver.do("hint", number=1)
    # An answer between them would let the first one count again, if its key did not tell that it has counted.
    await solver.do("answer", tiles=other)
    tries = (await solver.progress()).tries
    await solver.do("answer", first, tiles=wrong)
    assert (await solver.progress()).tries == tries
    await private.start_watching()
    last = secrets.token_hex(16)
    told = await solver.do("answer", last, tiles=tiles_of(puzzle.best.tiles))
    assert (await solver.progress()).points == 90 - 10 * tries
    assert not told["puzzle"]["open"]
    [message] = await private.wait_messages()
    assert message.html == private.text_html("daily-result", first="yes", streak=1)
    await solver.do("answer", last, tiles=tiles_of(puzzle.best.tiles))
    await solver.do("answer", tiles=tiles_of(puzzle.best.tiles))
    await private.check_silence(LIMON)


async def test_an_answer_that_is_handled_again_as_its_reply_was_lost_counts_once(
    harness: BotHarness, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_private(harness, ZEYTIN)
    puzzle, save, lost = shipped_puzzles(GAME)[5], WebStore.save_answer, list[int]()
    solver = await Solver.open_puzzle(harness, http, puzzle.id, ZEYTIN)

    async def lose_first(store: WebStore, user: int, update: int, answer: WebAnswer) -> None:
        if update not in lost:
            lost.append(update)
            raise ConnectionError
        await save(store, user, update, answer)

    monkeypatch.setattr(WebStore, "save_answer", lose_first)
    for tiles, points in ((wrong_play(puzzle).tiles, 0), (puzzle.best.tiles, 90)):
        key = secrets.token_hex(16)
        while (told := await solver.do("answer", key, tiles=tiles_of(tiles)))["answer"] is None:
            pass
        progress = await solver.progress()
        assert (progress.tries, progress.points) == (1, points)
    assert len(lost) == 2
    assert not told["puzzle"]["open"]
    assert (await solver.store.load_figures(puzzle.id)).ended == 1


async def test_nothing_that_is_told_of_an_unsolved_puzzle_depends_on_its_answer(
    harness: BotHarness, http: ClientSession
) -> None:
    await open_private(harness, KIRAZ)
    shipped = shipped_puzzles(GAME)[0]
    stored = replace(shipped, rack=tuple(sorted(shipped.rack, reverse=True)))
    other = wrong_play(shipped)
    changed = replace(stored, best=other, runner_up=None, equity=1.0, gap=30.0, margin=9.0, half_width=1.0)
    assert stored.id == changed.id != shipped.id
    best, tries = tiles_of(stored.best.tiles), tiles_of(other.tiles)

    async def told_of(puzzle: Puzzle) -> Json:
        await PuzzleStore(harness.redis).save_puzzles({puzzle.id: msgpack.encode(puzzle)})
        solver = await Solver.open_puzzle(harness, http, puzzle.id)
        seen = [await solver.do("open"), await solver.judge(best), await solver.judge(tries), await solver.judge({})]
        return [*seen, await solver.page.ask("GET", "puzzles")]

    told = await told_of(stored)
    assert told == await told_of(changed)
    assert told[1] == (200, {"score": stored.best.score, "words": told[1][1]["words"], "phonies": [], "refusal": ""})


async def test_who_may_not_be_told_of_words_is_told_the_score_alone_and_answers_nothing(
    harness: BotHarness, http: ClientSession
) -> None:
    await open_private(harness, KIRAZ)
    puzzle = shipped_puzzles(GAME)[1]
    solver = await Solver.open_puzzle(harness, http, puzzle.id)
    closing = game("scrabble-tr", racks=("AAEEKKL", "AAEEKKL"), turn=1, options={"challenge": "double"})
    await (await harness.new_group()).put_table(closing)
    _, told = await solver.judge(tiles_of(puzzle.best.tiles))
    assert (told["score"], told["phonies"]) == (puzzle.best.score, None)
    answer = (await solver.do("answer", tiles=tiles_of(puzzle.best.tiles)))["answer"]
    assert (answer["done"], answer["code"]) == (False, "look_ups_closed_in")
    assert (await solver.progress()).is_open
    await harness.forget_user_games(KIRAZ)


async def test_a_puzzle_that_one_was_not_shown_is_neither_judged_nor_answered(
    harness: BotHarness, http: ClientSession
) -> None:
    await open_private(harness, KIRAZ)
    puzzle = shipped_puzzles(GAME)[2]
    solver = Solver(await BoardClient.open_page(harness, http, KIRAZ), harness, KIRAZ, puzzle.id)
    assert (await solver.judge(tiles_of(puzzle.best.tiles)))[0] == 409
    for kind in ("answer", "give_up", "hint"):
        told = await solver.do(kind, tiles=tiles_of(puzzle.best.tiles), number=1)
        assert (told["answer"]["done"], told["puzzle"]) == (False, None)
    assert await solver.store.load_progress(KIRAZ, puzzle.id) is None


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "solve"},
        {"kind": "open", "puzzle": "z" * 12},
        {"kind": "open", "puzzle": "0" * 12 + "\n"},
        {"kind": "open", "puzzle": "0" * 12, "chat": 2**53},
        {"kind": "answer", "puzzle": "0" * 12, "tiles": {"H8": "A" * 9}},
        {"kind": "hint", "puzzle": "0" * 12, "number": -1},
    ],
)
async def test_a_strange_action_is_malformed(harness: BotHarness, http: ClientSession, move: Json) -> None:
    page = await BoardClient.open_page(harness, http, KIRAZ)
    asked = {"key": secrets.token_hex(16), "move": move}
    assert await page.ask("POST", "puzzles/actions", asked) == (400, {"error": "malformed"})


@pytest.mark.parametrize("tiles", [{}, {"Z99": "A"}, {"A1": "??"}, {"": ""}, {"H8": "AB"}])
async def test_tiles_that_cannot_lie_so_are_refused_and_cost_nothing(
    harness: BotHarness, http: ClientSession, tiles: Json
) -> None:
    await open_private(harness, NANE)
    solver = await Solver.open_puzzle(harness, http, shipped_puzzles(GAME)[4].id, NANE)
    assert (await solver.judge(tiles))[1]["refusal"]
    told = await solver.do("answer", tiles=tiles)
    assert not told["answer"]["done"]
    assert told["answer"]["text"]
    assert (await solver.progress()).tries == 0


async def test_hints_are_drawn_and_who_gives_up_sees_the_answer_on_the_board(
    harness: BotHarness, http: ClientSession
) -> None:
    private = await open_private(harness, ZEYTIN)
    puzzle = shipped_puzzles(GAME)[3]
    solver = await Solver.open_puzzle(harness, http, puzzle.id, ZEYTIN)
    for number, known in ((1, ("line",)), (2, ("line", "length")), (3, ("line", "length", "first"))):
        hint = (await solver.do("hint", number=number))["puzzle"]["view"]["hint"]
        assert tuple(name for name in ("line", "length", "first") if hint[name]) == known
        assert hint["word"] is None
    told = (await solver.do("give_up"))["puzzle"]
    assert set(told["view"]["last"]["cells"]) == set(tiles_of(puzzle.best.tiles))
    assert private.text_html("puzzle-gave-up") in told["text"]
    assert (await solver.progress()).points == 0


async def test_the_list_has_the_daily_puzzle_and_the_game_of_the_week_of_the_own_groups_alone(
    harness: BotHarness, http: ClientSession
) -> None:
    for person in (KIRAZ, ZEYTIN):
        await open_private(harness, person)
    talk = await harness.new_group(people=(KIRAZ, LIMON), title="Kahve")
    await want_week_game(talk)
    await begin_game(talk)
    post = next(message for message in await talk.wait_messages(2) if "?start=z" in str(message.buttons))
    puzzle = puzzle_of_link(post)
    stored = await game_of(talk)
    assert stored is not None
    for person in (KIRAZ, ZEYTIN):
        solver = await Solver.open_puzzle(harness, http, puzzle, person, talk.chat_id)
        _, told = await solver.page.ask("GET", "puzzles")
        assert told["open"]["address"] == f"z_{puzzle}"
        if person == ZEYTIN:
            assert (told["daily"], told["week"]) == ([], [])
        else:
            [daily], [week] = told["daily"], told["week"]
            assert (daily["address"], daily["label"]) == (f"z_{puzzle}_{talk.chat_id}", "Kahve")
            assert week["address"] == address_of(stored, talk.scope)


def puzzle_of_link(post: SentMessage) -> str:
    return post.links[0].partition("?start=z")[2][:12]


async def test_another_puzzle_is_chosen_once_for_a_key(harness: BotHarness, http: ClientSession) -> None:
    await open_private(harness, KIRAZ)
    page, key = await BoardClient.open_page(harness, http, KIRAZ), secrets.token_hex(16)
    body = {"key": key, "move": {"kind": "next", "game": GAME}}
    (_, told), (_, again) = (
        await page.ask("POST", "puzzles/actions", body),
        await page.ask("POST", "puzzles/actions", body),
    )
    assert told == again
    assert told["puzzle"]["game"] == GAME
    assert len(await harness.redis.hkeys(keys.user_puzzles(KIRAZ))) == 3, "the puzzle, that it is open, and the game"
    body = {"key": secrets.token_hex(16), "move": {"kind": "next", "game": "klepka"}}
    assert (await page.ask("POST", "puzzles/actions", body))[1]["puzzle"] is None


async def test_the_page_of_an_open_puzzle_in_private_leads_to_its_board_page(harness: BotHarness) -> None:
    private = await open_private(harness, KIRAZ)
    shown = await private.say_and_wait(KIRAZ, f"/bulmaca {GAME}")
    [button] = [one for one in shown.buttons if "web_app" in one]
    assert button["web_app"]["url"] == f"{SETTINGS['WEB_URL']}/?at=z_{shown_puzzle(shown).id}"
