"""What left the processes: what is missing, misplaced or made up of it is found, and what nobody else may read."""

import json
from typing import Final

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


@pytest.mark.parametrize("counted", [0, 4, 9])
def test_steps_that_are_told_in_few_words_or_counted_are_told(counted: int) -> None:
    at = whole_klepka_game()
    said = together(at, counted)
    assert find_kinds(at, said) == []
    short = ChatMessage(said[4].text.replace(said[4].text.splitlines()[counted and 1], ""), is_photo=True)
    assert set(find_kinds(at, [*said[:4], short, *said[5:]])) & {"lost", "out_of_order"}


def test_steps_told_to_nobody_or_the_other_way_round_are_found() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    assert find_kinds(at, said) == []
    assert find_kinds(at, [*said[:5], *said[6:]]) == ["lost"]
    assert find_kinds(at, [*said[:5], said[6], said[5], *said[7:]]) == ["out_of_order"]


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
GAME: Final = whole_crossword_game()


def midgame() -> GameState:
    state = GAME.steps[3].after
    assert isinstance(state, GameState)
    return state


def leaks_in(text: str, chat: int | None, *, message: bool = True) -> list[str]:
    secrets, findings = GameSecrets((TOKEN,)), Findings()
    secrets.learn_from_log(GAME.place, GAME.steps)
    assert secrets.find_leaks([OutputText("here", text, chat, message)], findings) == 1
    return [finding.what for finding in findings]


@pytest.mark.parametrize("mark", ["", ", ", "  ", "|", "', '", '","'])
def test_a_rack_is_found_in_the_group_in_private_of_others_and_in_the_log(mark: str) -> None:
    rack, (owner, other) = midgame().players[0].rack, (player.user for player in midgame().players)
    for tiles in (rack, sorted(rack), rack[::-1]) if mark else (rack,):
        written = f"taşlar: {mark.join(tiles)}.".replace("?", "▢")
        assert all(leaks_in(written, reader) for reader in (CHAT, other, None))
        assert leaks_in(written, owner) == []


def test_the_secret_may_be_told_by_the_end_of_its_game_alone_and_a_token_never() -> None:
    secret, end = midgame().secret, StepWording().sentences(GAME.steps[-1])[-1]
    assert leaks_in(secret, CHAT)
    assert leaks_in(midgame().draws.seed, None)
    assert leaks_in(f"{end} {secret}", CHAT) == []
    assert leaks_in(f"{end} {secret}", None)
    assert leaks_in(f"{end} {secret}", CHAT - 1)
    assert leaks_in(f"POST /bot{TOKEN}/sendMessage", None)
    assert leaks_in(TOKEN, midgame().players[0].user)


def test_a_state_in_the_log_or_in_a_notice_is_found() -> None:
    for field in ('"rack":["A"', "'bag': ('A'", '"seed":"00', '"draws":{'):
        assert leaks_in(f"x {field} x", None)
        assert leaks_in(f"x {field} x", CHAT, message=False)
    assert leaks_in('{"rack":null,"bag":12,"rack":[]}', CHAT, message=False) == []


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


async def test_who_wrote_of_their_own_tiles_may_have_done_so(redis: Redis) -> None:
    own, others = (player for player in midgame().players)
    for player, count in ((own, 0), (others, 1)):
        message = {
            "from": {"is_bot": False, "id": own.user},
            "chat": {"id": CHAT},
            "text": " ".join(player.rack).replace("?", "▢"),
        }
        raw = json.dumps({"update_id": 7, "message": message}).encode()
        entry = InboxEntry(keys.shard_of(CHAT), "1-0", 7, raw, 3, chat=CHAT)
        await Inbox(redis).dead_letter(entry, "KeyError: 'x'")
        secrets, findings = GameSecrets(), Findings()
        secrets.learn_from_log(GAME.place, GAME.steps)
        assert secrets.find_leaks(await read_dead_letters(redis), findings)
        assert len(findings) == count
