"""Checks of a whole game: its last message, the secret behind the seal, and what must never be seen."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from bot.playground import JournalEntry
from engine.crossword.setup import open_game
from engine.crossword.tiles import face_of
from engine.game_base import GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.proof import decode_proof
from engine.verify import rejudge_words, verify_proof
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage
from tests.e2e.score_ledger import Player, ScoreLedger, chat_sentence

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Any instant: what is dealt does not depend on it."""
_MARKS = ("🥇", "🥈", "🥉", "▫️", "🏳️")
Racks = Mapping[int, tuple[str, ...]]


async def check_end(game: ScoreLedger, said: ReadMessage, reason: str, held: Racks) -> None:
    """Check the message that ends a game for a reason, and close the ledger."""
    game.is_over = True
    game.board = said
    await game.room.load_picture(said)
    _check_tiles(game, held)
    assert _end_line(game, reason) in said.lines, said.text
    changes = _final_adjustments(game, reason, held)
    ranked = sorted(
        game.players, key=lambda one: (not one.active, 0 if reason == "draw" else -_final_score(one, changes))
    )
    lines = [line.replace("−", "-") for line in said.lines]
    shown = next(line for line in lines if line.startswith(_MARKS)).split(" · ")
    for part, player in zip(shown, ranked, strict=True):
        change = changes[player.user]
        assert part.split(" ", 1)[1] == f"{player.name} {_final_score(player, changes)}", said.text
        assert part.startswith("🏳️") == (not player.active), said.text
        tiles = " ".join("▢" if tile == "?" else tile for tile in held[player.user])
        more = [*([f"({change:+d})"] if change else ()), *([f"· {tiles}"] if tiles else ())]
        assert not more or " ".join((player.name, *more)) in lines, said.text
    _check_winners(game, said, reason, changes)
    game.secret, seal = await game.room.read_fair_draw(game.players[0].user, said)
    assert hashlib.sha256(bytes.fromhex(game.secret)).hexdigest() == seal == game.seal
    _check_deal(game, game.secret)


def _end_line(game: ScoreLedger, reason: str) -> str:
    """Why the game is over; of a run of passes or scoreless turns, how long it was."""
    run = game.ruleset.ending.run
    turns = run.own_turns_needed * sum(player.active for player in game.players)
    kind = f"{reason}-each" if reason == "passes" and turns >= run.turns else reason
    return chat_sentence(
        game.language, f"ended-{kind}", turns=sum(game.run_per_player()), per_player=run.own_turns_needed
    )


def _check_tiles(game: ScoreLedger, held: Racks) -> None:
    """No tile was lost or made: what lies on the board, what is held and what is left are the bag's tiles."""
    bag = Counter(game.ruleset.counts)
    seen = Counter(face_of(cell) for cell in game.solver.cells if cell)
    for rack in held.values():
        seen.update(rack)
    assert seen <= bag
    assert (bag - seen).total() == game.bag


def _final_score(player: Player, changes: Mapping[int, int]) -> int:
    return player.score + changes[player.user]


def _final_adjustments(game: ScoreLedger, reason: str, held: Racks) -> dict[int, int]:
    """What the ending gives and takes, by user (RULES §3.5, §5.7)."""
    ending = game.ruleset.ending
    worth = {user: sum(game.ruleset.values[tile] for tile in rack) for user, rack in held.items()}
    active = [player.user for player in game.players if player.active]
    changes = dict.fromkeys(held, 0)
    if reason == "out":
        (out,) = (user for user in active if not held[user])
        double = ending.out == "double"
        changes |= {user: 0 if double else -worth[user] for user in active}
        changes[out] = sum(worth[user] for user in active) * (2 if double else 1)
    elif reason in {"passes", "scoreless"} and ending.run.own_rack:
        changes |= {user: -worth[user] for user in active}
    return changes


def _check_winners(game: ScoreLedger, said: ReadMessage, reason: str, changes: Mapping[int, int]) -> None:
    """Who is said to have won; an agreed draw is everybody's who was still in the game."""
    active = [player for player in game.players if player.active]
    top = max(_final_score(player, changes) for player in active)
    winners = [player.name for player in active if reason == "draw" or _final_score(player, changes) == top]
    kind = "ended-draw-between" if len(winners) > 1 else "ended-winner"
    *others, last = winners
    names = f"{', '.join(others)} {chat_sentence(game.language, 'and')} {last}" if others else last
    won = f"🏁 {chat_sentence(game.language, kind, names=names)}"
    assert any(line.startswith(won) for line in said.lines), said.text


def _check_deal(game: ScoreLedger, secret: str) -> None:
    names = {player.user: player.name for player in game.players}
    state, _ = open_game(
        game.ruleset,
        GameSetup(
            seats=[Seat(user, names[user]) for user in game.sat_down],
            host=game.sat_down[0],
            secret=secret,
            message=game.start_message,
            lexicon=load_lexicon(game.ruleset.lexicon).hash,
            begins=EPOCH,
        ),
    )
    dealt = {player.user: player.rack for player in state.players}
    assert list(dealt) == [player.user for player in game.players]
    for user, rack in game.first_racks.items():
        assert dealt[user] == rack


async def check_proof(stage: BotStage, chat: int, person: int) -> None:
    """Ask for the proof in a chat where a game is over, and have it agree with what it says, word by word."""
    calls = stage.playground.journal.find_entries()
    stage.playground.world.write_as_person(person, chat, "/kanit grup")
    sent = await stage.wait_call("sendDocument", after=calls[-1].number)
    proof = decode_proof(stage.playground.files.require_file(sent.result["document"]["file_id"]).upload.content)
    report = verify_proof(proof)
    assert report.differences == ()
    assert report.entries == len(proof.log)
    assert rejudge_words(proof).difference is None


_TILE = re.compile(r"[A-ZÇĞİÖŞÜА-ЯҐЄІЇ▢][₀-₉]")
_CARD = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it; captions write its colour as a sign."""
_BETWEEN = ("", " ", "  ", ",", ", ", "', '", "','", '", "', '","', "|")
_LEAST_TILES = 4
_FIELDS = re.compile(r"""["'](rack|seed|secret|draws|bag)["']\s*[:=]""")


class SecretGame(Protocol):
    @property
    def board(self) -> ReadMessage:
        """The newest message; once the game is over, the one that says so."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""

    @property
    def seal(self) -> str:
        """What was published of the secret."""

    @property
    def secret(self) -> str | None:
        """What that commits to, once the game has ended."""

    @property
    def racks_seen(self) -> Sequence[tuple[str, ...]]:
        """Tiles in an order that only one person was shown."""

    @property
    def public_words(self) -> Collection[str]:
        """Words that all could read, which a rack may spell by chance."""


def check_secrecy(stage: BotStage, game: SecretGame) -> None:
    """Fail if the group's messages or the log tell anything of a rack, or of the secret before the end."""
    end = game.board.call_number if game.is_over else stage.last_call_number + 1
    shown = 0
    for entry in stage.playground.journal.find_entries():
        if entry.method in {"getUpdates", "answerCallbackQuery"} or _is_private_call(entry):
            continue
        told = json.dumps([read_by_others(entry), entry.result], ensure_ascii=False)
        shown += entry.method == "sendPhoto"
        assert not _TILE.search(told), told
        assert not _CARD.search(told), told
        if entry.number < end:
            _assert_hides(told, game)
    assert shown > 1
    log = stage.bot.log
    assert not _TILE.search(log)
    assert not _CARD.search(log)
    _assert_hides(log, game)
    assert game.seal not in log
    assert stage.playground.token not in log


def read_by_others(entry: JournalEntry) -> object:
    """A call's parameters; of inline results what they become, as only the asker is shown the rest."""
    if entry.method != "answerInlineQuery":
        return entry.parameters
    return [result | {"title": "", "description": ""} for result in entry.parameters["results"]]


def _is_private_call(entry: JournalEntry) -> bool:
    """Whether one person alone sees what came of a call: in private, or where the server has answered so."""
    if entry.method.startswith("editEphemeralMessage") or entry.method == "deleteEphemeralMessage":
        return True  # which a server refuses for anything that others see
    alone = isinstance(entry.result, dict) and "ephemeral_message_id" in entry.result
    return alone or int(entry.parameters.get("chat_id", -1)) > 0


def _assert_hides(text: str, game: SecretGame) -> None:
    assert not _FIELDS.search(text), text
    assert game.secret is None or game.secret not in text
    for written in _rack_texts(game):
        assert written not in text, f"a rack is seen: {written}"


def _rack_texts(game: SecretGame) -> Iterator[str]:
    """Every rack that was shown, as it may be written: in its order and sorted."""
    for rack in {rack for rack in game.racks_seen if len(rack) >= _LEAST_TILES}:
        for tiles in (rack, tuple(sorted(rack))):
            if not any("".join(tiles) in word for word in game.public_words):
                yield from (mark.join(tiles) for mark in _BETWEEN)
