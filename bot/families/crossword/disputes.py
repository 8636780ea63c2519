"""Challenges, take-backs, undone turns and draws by agreement: commands and buttons."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, assert_never

from bot.families.crossword.typed_moves import seated_game, tile_sign
from bot.families.services import ChatContext, confirm_action
from bot.tables.games import Games
from bot.tables.table_loader import require_game
from bot.telegram.keyboards import ButtonData
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Tap
from bot.texts import Html
from bot.user_input.commands import handles_command, load_vocabulary, split_words
from bot.wording import clocks, decisions
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet, strip_invisible
from engine.clock import Paused, Reminded, Resumed
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, OfferDraw, TakeBack
from engine.crossword.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    PlayChallenged,
    PlayerForfeited,
    PlayerRetired,
    PlayKept,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesDrawn,
    TurnLost,
    TurnUndone,
    WindowClosed,
)
from engine.crossword.state import GameState, Pending
from engine.crossword.tiles import face_of
from engine.crossword.view import Challenged, GameView, TurnKind
from engine.errors import Malformed, Refusal
from engine.game import Event
from engine.turns import Undo

_MOST_QUOTED_CHARACTERS: Final = 40
_MOST_WORDS: Final = 16  # more words than any play can form


class DisputeHandlers:
    """Passes challenges, take-backs, undoing and draws to the engine, which decides who may do what."""

    def __init__(self, games: Games, replies: Replies) -> None:
        self._games: Final = games
        self._replies: Final = replies

    @handles_command("challenge", "game", "other", needs_person=True)
    async def challenge_play(self, request: Command, context: ChatContext) -> None:
        """``/itiraz [words]``: challenge words of the last play, or without words the whole play."""
        state, _ = seated_game(context.loaded.table, request.sender.user)
        letters = load_alphabet(state.ruleset.language)
        named = split_words(request.text)[:_MOST_WORDS]
        words = tuple(letters.normalise_word(letters.replace_look_alikes(word)) for word in named)
        play = _challenged_play_number(
            state.pending, words, self._games.times.served_time_sent(request.arrived_at, request.sent_at)
        )
        await self._games.apply_action(context.loaded, Challenge(request.sender.user, words, play), request.update)
        await confirm_action(self._replies, request, context, "challenge-done")

    async def tap_challenge(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Challenge the play under which the button was tapped."""
        seated_game(context.loaded.table, tap.sender.user)
        play = int(pressed.arguments[0])
        await self._games.apply_action(context.loaded, Challenge(tap.sender.user, play=play), tap.update)
        await confirm_action(self._replies, tap, context, "challenge-done")

    @handles_command("take-back", "game", "player", needs_person=True)
    async def take_back_play(self, request: Command, context: ChatContext) -> None:
        """``/geri``: take back the sender's own play within the table's time limit."""
        user = request.sender.user
        state, _ = seated_game(context.loaded.table, user)
        play = None if state.pending is None else state.pending.play
        await self._games.apply_action(context.loaded, TakeBack(user, play), request.update)
        await confirm_action(self._replies, request, context, "take-back-done")

    async def tap_take_back(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Take back the play under which the button was tapped."""
        seated_game(context.loaded.table, tap.sender.user)
        await self._games.apply_action(context.loaded, TakeBack(tap.sender.user, int(pressed.arguments[0])), tap.update)
        await confirm_action(self._replies, tap, context, "take-back-done")

    @handles_command("undo", "group", "administrator")
    async def undo_last_turn(self, request: Command, context: ChatContext) -> None:
        """``/gerial``: undo the last turn, if no tiles were drawn after it; for administrators."""
        game = require_game(context.loaded.table)
        if not isinstance(game, GameState):
            raise Refusal("nothing_to_undo")
        undo = Undo(request.sender.user, game.number, request.sender.public_name)
        await self._games.apply_action(context.loaded, undo, request.update)

    @handles_command("draw", "game", "player", needs_person=True)
    async def offer_or_answer_draw(self, request: Command, context: ChatContext) -> None:
        """``/berabere``: offer a draw or, with yes or no, answer an offer."""
        user, text = request.sender.user, request.text
        state, _ = seated_game(context.loaded.table, user)
        action: AcceptDraw | DeclineDraw | OfferDraw
        answer = load_vocabulary().engine_name("draw", strip_invisible(text))
        if answer == "yes":
            action = AcceptDraw(user)
        elif answer == "no":
            action = DeclineDraw(user)
        elif text and state.ruleset.draw_offers:
            raise Malformed("unknown_draw_answer", typed=text[:_MOST_QUOTED_CHARACTERS])
        else:
            action = OfferDraw(user)
        await self._games.apply_action(context.loaded, action, request.update)
        await confirm_action(self._replies, request, context, "done-in-group")

    async def tap_draw_answer(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Answer the offered draw under which the button was tapped, and no other offer."""
        state, seat = seated_game(context.loaded.table, tap.sender.user)
        if state.offer is not None and state.offer.seat != int(pressed.arguments[0]):
            raise Refusal("stale_button")
        user = tap.sender.user
        agrees = pressed.kind == "agree"
        await self._games.apply_action(context.loaded, AcceptDraw(user) if agrees else DeclineDraw(user), tap.update)
        own = state.offer is not None and state.offer.seat == seat
        declined = "draw-withdrawn-done" if own else "draw-declined-done"
        await confirm_action(self._replies, tap, context, "draw-agreed" if agrees else declined)


def _challenged_play_number(pending: Pending | None, words: Sequence[str], sent_at: datetime) -> int | None:
    """The number of the play that a command challenges: the last one, or the one before if the command is older.

    A command that had to wait may be older than the last play: then it means the play before, unless it names only
    words of the last one. ``sent_at`` is in served time, like the plays' instants.
    """
    if pending is None:
        return None
    names_it = bool(words) and set(words) <= {word.word for word in pending.words}
    if names_it or sent_at >= pending.laid:
        return pending.play
    return pending.play - 1


DRAW_EVENTS: Final = frozenset({DrawAccepted, DrawDeclined, DrawOffered})
ABSENCE_EVENTS: Final = frozenset(decisions.PICTURELESS_EVENTS)

TEXT_ONLY_EVENTS: Final = (*DRAW_EVENTS, Paused, PlayKept, Reminded, Resumed, TilesDrawn, WindowClosed, *ABSENCE_EVENTS)
"""Events that leave the board unchanged: a step with only such events sends no picture."""
_LOSS_MESSAGES: Final = {TurnLost: "turn-lost", PlayerForfeited: "turn-forfeited", PlayerRetired: "turn-retired"}

_UNDONE_MESSAGES: Final[Mapping[TurnKind, tuple[str, str]]] = {
    "play": ("turn-undone-play", "turn-undone-own-play"),
    "pass": ("turn-undone-pass", "turn-undone-own-pass"),
    "skipped": ("turn-undone-skipped", "turn-undone-own-skipped"),
}
"""The messages about a turn that an administrator undid: another player's turn, or their own."""


def dispute_line(event: Event, view: GameView, speaker: Speaker) -> str:
    """The line about an event; empty for an event that needs no words."""
    match event:
        case WindowClosed(seat=seat, reason=reason):
            name = speaker.seat_name(view, seat)
            return speaker.html(f"window-closed-{reason}", name=name) if reason in {"time", "accepted"} else ""
        case PlayChallenged(challenge=challenge):
            return _challenge_line(challenge, view, speaker)
        case TurnUndone():
            return _turn_undone_line(event, view, speaker)
        case PlayWithdrawn(seat=seat, tiles=tiles, phonies=phonies, score=score):
            letters = " ".join(tile_sign(face_of(put.tile)) for put in tiles)
            return speaker.html(
                "play-withdrawn",
                name=speaker.seat_name(view, seat),
                phonies=Html(", ".join(phonies)),
                letters=letters,
                score=score,
            )
        case TileExchanged(seat=seat, victim=victim, cell=cell, swapped=swapped):
            message = "tile-swapped" if swapped else "tile-exchanged"
            return speaker.html(
                message, name=speaker.seat_name(view, seat), victim=speaker.seat_name(view, victim), cell=cell
            )
        case DrawOffered() | DrawAccepted() | DrawDeclined():
            return _draw_line(event, view, speaker)
        case Reminded() | Paused() | Resumed():
            return clocks.clock_event_line(event, view, speaker)
        case PointsAdjusted(seat=seat, points=points):
            message = "points-gained" if points > 0 else "points-lost"
            return speaker.html(message, name=speaker.seat_name(view, seat), points=abs(points))
        case TurnLost() | PlayerForfeited() | PlayerRetired():
            return speaker.html(_LOSS_MESSAGES[type(event)], name=speaker.seat_name(view, event.seat))
        case _:
            return decisions.absence_line(event, view, speaker)


def _turn_undone_line(event: TurnUndone, view: GameView, speaker: Speaker) -> str:
    name, word = speaker.seat_name(view, event.seat), event.words[0].word if event.words else ""
    if not event.ruling:
        return speaker.html("turn-taken-back", name=name, word=word, score=event.score)
    message, message_of_own = _UNDONE_MESSAGES.get(event.kind, ("turn-undone-gone", "turn-undone-own-gone"))
    by = speaker.actor_name(event.name)
    return speaker.html(message_of_own if event.own else message, by=by, name=name, word=word, score=event.score)


def _challenge_line(challenge: Challenged, view: GameView, speaker: Speaker) -> str:
    names = {"name": speaker.seat_name(view, challenge.challenger), "mover": speaker.seat_name(view, challenge.seat)}
    if challenge.withdrawn:
        return speaker.html("challenge-won", **names)
    words = ", ".join(verdict.word for verdict in challenge.verdicts)
    return speaker.html("challenge-lost", words=words, **names)


def _draw_line(event: DrawOffered | DrawAccepted | DrawDeclined, view: GameView, speaker: Speaker) -> str:
    name = speaker.seat_name(view, event.seat)
    match event:
        case DrawOffered():
            return speaker.html("draw-offered", name=name)
        case DrawAccepted(missing=missing):
            if not missing:
                return speaker.html("draw-accepted", name=name)
            waiting = Html(", ".join(speaker.seat_name(view, seat) for seat in missing))
            return speaker.html("draw-accepted-waiting", name=name, waiting=waiting)
        case DrawDeclined(withdrawn=withdrawn):
            return speaker.html("draw-withdrawn" if withdrawn else "draw-declined", name=name)
        case _:
            assert_never(event)


def brief_window(view: GameView, speaker: Speaker) -> str:
    """The time to challenge, in a few words, while the last play may be challenged; else empty."""
    if view.window is None:
        return ""
    return speaker.html("window-brief", time=speaker.duration(view.judging.window))


def challenge_window_line(view: GameView, speaker: Speaker) -> str:
    """The line that says how long the last play may be challenged or taken back; empty if it may not."""
    if (own := view.retractable) is not None:
        time, name = speaker.duration(int(view.options["take-back"])), speaker.seat_name(view, own.seat)
        return speaker.html("take-back-until-last" if own.last else "take-back-until", time=time, name=name)
    if view.window is None:
        return ""
    time = speaker.duration(view.judging.window)
    return speaker.html("window-open-last" if view.window.last else "window-open", time=time)
