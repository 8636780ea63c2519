"""What left the processes: what is missing, misplaced or made up of it is found, and what nobody else may read."""

import json

import pytest
from redis.asyncio import Redis

from bot.families.klepka.wording import KlepkaWording
from bot.judges import WordChanges
from bot.store import keys
from bot.store.inbox import Inbox
from bot.store.streams import InboxEntry
from bot.texts import Texts
from bot.wording.speaker import Speaker, folding_quote, join_lines
from engine.crossword.events import TilesPlaced
from engine.crossword.state import GameState
from engine.game import view
from engine.klepka.state import GameState as CardGame
from engine.klepka.view import GameView
from tests.simulator.audited_games import CHAT, AuditedGame, whole_crossword_game, whole_klepka_game
from tools.simulator.leaks import (
    MIN_TILES,
    GameSecrets,
    OutputText,
    read_dead_letters,
)
from tools.simulator.ledger import ChatMessage, Findings, StepWording, check_messages

WORDING = StepWording()


def find_kinds(at: AuditedGame, said: list[ChatMessage]) -> list[str]:
    findings = Findings()
    check_messages(at.place, at.steps, said, findings)
    return [finding.kind for finding in findings]


def test_everything_told_in_its_order_is_right() -> None:
    at = whole_crossword_game()
    assert find_kinds(at, at.announcements()) == []


def together(at: AuditedGame, counted: int) -> list[ChatMessage]:
    """Ten steps in one message: so many counted, the others in few words, the newest in full."""
    said, steps = at.announcements(), at.steps[4:14]
    assert at.announcements()[4].text == "\n".join(WORDING.sentences(steps[0]))
    before = [Texts().plain("tr", "told-before", count=counted)] if counted else []
    few = [line for step in steps[counted:-1] for line in WORDING.short_sentences(step)]
    return [
        *said[:4],
        ChatMessage("\n".join([*before, *few, *WORDING.sentences(steps[-1])]), is_photo=True),
        *said[14:],
    ]


@pytest.mark.parametrize("counted", [0, 1, 4, 9])
def test_steps_that_are_told_in_few_words_or_counted_are_told(counted: int) -> None:
    at = whole_klepka_game()
    said = together(at, counted)
    assert find_kinds(at, said) == []
    short = ChatMessage(said[4].text.replace(said[4].text.splitlines()[counted and 1], ""), is_photo=True)
    assert set(find_kinds(at, [*said[:4], short, *said[5:]])) & {"lost", "out_of_order"}


def test_a_step_that_was_told_to_nobody_is_lost() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    del said[5]
    assert find_kinds(at, said) == ["lost"]


def test_steps_told_the_other_way_round_are_out_of_order() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    said[5], said[6] = said[6], said[5]
    assert find_kinds(at, said) == ["out_of_order"]


def test_a_picture_of_a_table_that_never_was_is_found() -> None:
    at = whole_crossword_game()
    said, standing = at.announcements(), min(WORDING.standings(at.steps[4]), key=len)
    assert any(mark.isdigit() for mark in standing)
    head = f"x {WORDING.standing_mark}y"
    true, false = (
        ChatMessage(f"{head}\n{folding_quote(one)}", is_photo=True)
        for one in (standing, standing.replace("<b>", "<b>9"))
    )
    assert find_kinds(at, [*said, true]) == []
    assert find_kinds(at, [*said, false]) == ["doubled"]


def test_a_table_of_cards_that_somebody_asked_for_is_one_that_was() -> None:
    at = whole_klepka_game()
    table = at.steps[4].after
    assert isinstance(table, CardGame)
    shown = view(table, None)
    assert isinstance(shown, GameView)
    lexicon = WordChanges().counted_lexicon(table.ruleset.lexicon)
    wording = KlepkaWording(Speaker(Texts(), "tr", table.ruleset.title, lexicon))
    asked = join_lines(*wording.caption_versions(shown)[0])
    assert find_kinds(at, [*at.announcements(), ChatMessage(asked, is_photo=True)]) == []
    untrue = asked.replace("<b>0</b>", "<b>90</b>")
    assert find_kinds(at, [*at.announcements(), ChatMessage(untrue, is_photo=True)]) == ["doubled"]


def test_what_still_waits_in_the_outbox_is_not_lost() -> None:
    game = whole_crossword_game()
    said = game.announcements()[:-2]
    for untold, missing in ((2, 0), (1, 1), (0, 2)):
        findings = Findings()
        check_messages(game.place, game.steps, said, findings, untold)
        assert len(findings) == missing


TOKEN = "7:chaos-token"  # noqa: S105 - a word to look for


class Leaks:
    def __init__(self) -> None:
        self.game = whole_crossword_game()
        self.secrets = GameSecrets((TOKEN,))
        self.secrets.learn_from_log(self.game.place, self.game.steps)
        state = self.game.steps[3].after
        assert isinstance(state, GameState)
        self.state = state
        self.rack = state.players[0].rack
        self.owner, self.other = (player.user for player in state.players)

    def found(self, text: str, chat: int | None, *, message: bool = True) -> list[str]:
        findings = Findings()
        assert self.secrets.find_leaks([OutputText("here", text, chat, message)], findings) == 1
        return [finding.what for finding in findings]


@pytest.fixture(scope="module")
def leaks() -> Leaks:
    return Leaks()


@pytest.mark.parametrize("mark", [", ", " ", "  ", "|", "', '", '","'])
def test_a_rack_in_whatever_order_is_found_in_the_group_and_in_private_of_others(leaks: Leaks, mark: str) -> None:
    for rack in (leaks.rack, sorted(leaks.rack), leaks.rack[::-1]):
        written = f"taşlar: {mark.join(rack)}.".replace("?", "▢")
        assert leaks.found(written, CHAT)
        assert leaks.found(written, leaks.other)
        assert leaks.found(written, None)
        assert leaks.found(written, leaks.owner) == []


def test_a_rack_as_one_word_is_found_where_nobody_played_it(leaks: Leaks) -> None:
    assert leaks.found("".join(leaks.rack).replace("?", "▢"), CHAT)


def test_the_secret_may_be_told_by_the_end_of_its_game_alone(leaks: Leaks) -> None:
    secret, end = leaks.state.secret, StepWording().sentences(leaks.game.steps[-1])[-1]
    assert leaks.found(f"{secret}", CHAT)
    assert leaks.found(f"{leaks.state.draws.seed}", None)
    assert leaks.found(f"{end} {secret}", CHAT) == []
    assert leaks.found(f"{end} {secret}", None)
    assert leaks.found(f"{end} {secret}", CHAT - 1)


def test_a_token_is_found_anywhere(leaks: Leaks) -> None:
    assert leaks.found(f"POST /bot{TOKEN}/sendMessage", None)
    assert leaks.found(TOKEN, leaks.owner)


@pytest.mark.parametrize("field", ['"rack":["A"', "'bag': ('A'", '"seed":"00', '"draws":{'])
def test_a_state_in_the_log_or_in_a_notice_is_found(leaks: Leaks, field: str) -> None:
    assert leaks.found(f"x {field} x", None)
    assert leaks.found(f"x {field} x", CHAT, message=False)
    assert leaks.found('{"rack":null,"bag":12,"rack":[]}', CHAT, message=False) == []


def test_a_word_on_the_board_is_nobodys_rack_though_it_had_all_of_it() -> None:
    """A play of a whole rack, the first of its game, as the cells of a stored view have it."""
    game, play = next(
        (game, event)
        for game in (whole_crossword_game(number=number) for number in range(40))
        for step in game.steps
        for event in step.entry.events
        if isinstance(event, TilesPlaced) and len(event.tiles) == len(event.words[0].word) >= MIN_TILES
    )
    secrets, findings = GameSecrets(), Findings()
    secrets.learn_from_log(game.place, game.steps)
    cells = '","'.join(put.tile for put in play.tiles)
    secrets.find_leaks([OutputText("here", f'["","{cells}",""]', CHAT, is_message=False)], findings)
    assert [finding.what for finding in findings] == []


SENDER = 2


async def put_aside(redis: Redis, text: str, reason: str) -> None:
    message = {"from": {"is_bot": False, "id": SENDER}, "chat": {"id": CHAT}, "text": text}
    raw = json.dumps({"update_id": 7, "message": message}).encode()
    await Inbox(redis).dead_letter(InboxEntry(keys.shard_of(CHAT), "1-0", 7, raw, 3, chat=CHAT), reason)


async def found(redis: Redis) -> list[str]:
    game = whole_crossword_game()
    secrets, findings = GameSecrets(), Findings()
    secrets.learn_from_log(game.place, game.steps)
    assert secrets.find_leaks(await read_dead_letters(redis), findings)
    return [finding.what for finding in findings]


async def test_who_wrote_of_their_own_tiles_may_have_done_so(redis: Redis) -> None:
    state = whole_crossword_game().steps[3].after
    assert isinstance(state, GameState)
    racks = {player.user: " ".join(player.rack).replace("?", "▢") for player in state.players}
    await put_aside(redis, racks.pop(SENDER), "KeyError: 'x'")
    assert await found(redis) == []
    await put_aside(redis, racks.popitem()[1], "KeyError: 'x'")
    assert len(await found(redis)) == 1
