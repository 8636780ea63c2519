"""Games that people finish in chats, so that a group has something to remember."""

from bot.families.crossword.search.searcher import BoardSearcher
from bot.store.records import RecordStore
from bot.user_input.commands import command_name
from engine.crossword import secrecy
from engine.crossword.actions import Place
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.turn_choice import choose_action
from engine.crossword.state import GameState
from engine.game import apply
from engine.game_record import GameRecord, decode_record
from engine.lexicon import load_lexicon
from engine.lobby_seats import Begin, Lobby
from engine.rng import Draws
from tests.support.analysed_turns import plain_loss
from tests.support.boards import shared_searcher
from tests.support.chat_harness import KIRAZ, LIMON, ChatSession
from tests.support.games import NOW, typed_play
from tests.support.sent_messages import SentMessage

_COSTLY = 25.0
"""Points of equity that a pass loses for sure, whatever a simulation finds."""
_BETTER_THAN_EXCHANGING = 12.0
"""By so many a word is better than to exchange, so that a simulation finds a word."""


async def finish_game(
    talk: ChatSession,
    *,
    passes: int = 0,
    exchanges: int = 0,
    ruleset: str = "kelimelik",
    people: tuple[int, int] = (KIRAZ, LIMON),
    are_passes_costly: bool = False,
) -> SentMessage:
    """A game of two that the second gives up after some turns; what the group is told of its end.

    It counts for ratings from four turns on, as with so many ``exchanges``.

    With ``are_passes_costly`` either could lay a good word instead, and would keep better tiles.
    """
    first, second = people
    await talk.say_and_wait(first, f"/yeni {ruleset} start=asked")
    await talk.say_and_wait(second, "/katil")
    if are_passes_costly:
        await _wait_for_good_racks(talk, second)
    await talk.say_and_wait(second, "/baslat")
    for turn in (*["/pas"] * passes, *["/degistir 1"] * exchanges):
        state = await talk.load_current_game()
        await talk.say_and_wait(state.players[state.turn].user, turn)
    question = await talk.say_and_wait(second, "/teslim")
    await talk.press_kind(second, question, "yes")
    return (await talk.wait_messages())[0]


def typed_turn(state: GameState, language: str, search: BoardSearcher) -> str:
    seen = ComputerView(secrecy.view_for(state, state.turn), state.ruleset, load_lexicon(state.ruleset.lexicon))
    action = choose_action("greedy", seen, search, Draws("00"), lambda: False)
    if isinstance(action, Place):
        return f"/{command_name('play', language)} {typed_play(state, action)}"
    return f"/{command_name('pass', language)}"


async def newest_record(talk: ChatSession) -> GameRecord:
    """The record of the newest game that the chat has finished."""
    store = RecordStore(talk.harness.redis)
    (data,) = await store.read_records(talk.chat_id, await store.count_records(talk.chat_id) - 1)
    record = decode_record(data)
    assert isinstance(record, GameRecord)
    return record


async def _wait_for_good_racks(talk: ChatSession, host: int) -> None:
    await talk.harness.wait_until_idle()
    lobby, world = await talk.load_current_table(), talk.harness.playground.world
    assert isinstance(lobby, Lobby)
    while True:
        begin = Begin(host, world._next_message, "")  # noqa: SLF001 - a game's draws depend on it
        game = apply(lobby, begin, NOW, lambda _: True).table
        assert isinstance(game, GameState)
        if all(_has_good_word(game, seat) for seat in (0, 1)):
            return
        talk.say(host, "hım")


def _has_good_word(game: GameState, seat: int) -> bool:
    words, turn = load_lexicon(game.ruleset.lexicon), TakenTurn(0, seat, secrecy.view_for(game, seat), None)
    plays = shared_searcher().find_plays(ComputerView(turn.view, game.ruleset, words).query, words)
    loss, loss_of_not_exchanging = plain_loss(game, turn, words, plays), plain_loss(game, turn, words, [])
    return loss >= _COSTLY and loss >= loss_of_not_exchanging + _BETTER_THAN_EXCHANGING
