"""What reads bytes from outside, each with what is sound: any error but those that are an answer is a fault."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from telegram import User
from telegram.error import NetworkError

from bot.config import ConfigError
from bot.config import load as load_settings
from bot.families import registry
from bot.ingress.envelope import Unreadable as NoUpdate
from bot.ingress.envelope import opened, parted
from bot.judges.dictionaries import Kind
from bot.judges.entries import Garbled
from bot.judges.entries import read as read_entries
from bot.languages import ROOTS, LanguageError
from bot.languages.typedfiles import FILE, read
from bot.tables.codec import UnreadableState, decode_entry, decode_notice, decode_table, encode
from bot.tables.packing import packed, unpacked
from bot.telegram import buttons, reading
from bot.telegram.transport import AiohttpRequest
from bot.typed import options
from engine import alphabet, rulesets
from engine.crossword.games import crosswords
from engine.crossword.gcg import GcgError
from engine.crossword.gcg import read as read_gcg
from engine.crossword.notation import parse
from engine.crossword.reading import read as read_move
from engine.crossword.replay import replay
from engine.errors import DataError, Malformed, Refusal
from engine.klepka.notation import cards
from engine.proof import Unreadable, write
from engine.proof import read as read_proof
from engine.verify import verify
from tests.support import klepka
from tests.support.annotated import SAMPLE
from tests.support.games import begun
from tests.support.mutants import only
from tests.support.proofs import played

_BOT: Final = User(42, "Harfiyen", is_bot=True, username="harfiyen_bot")
_KINDS: Final[tuple[Kind, ...]] = ("builtin", "common", "live")


def move(data: bytes) -> None:
    """A typed move, as little of one as people like, and cards."""
    text = data.decode(errors="replace")
    for language in ("tr", "en", "uk"):
        letters = alphabet.alphabet(language)
        only(Malformed)(lambda: parse(text, letters))  # noqa: B023 - done at once
        only(Malformed)(lambda: read_move(text, letters))  # noqa: B023 - done at once
        only(Malformed)(lambda: cards(text, letters))  # noqa: B023 - done at once


def chosen(data: bytes) -> None:
    """Typed options, a pressed button, a deep link."""
    text = data.decode(errors="replace")
    for game in rulesets.rulesets().values():
        only(Refusal)(lambda: options.read(text, game, _KINDS))  # noqa: B023 - done at once
    buttons.read(text, registry.buttons())
    buttons.rack_scope(text)


def update(data: bytes) -> None:
    """An update, and an answer that holds updates."""
    only(NoUpdate)(lambda: opened(data))
    only(msgspec.DecodeError)(lambda: parted(data))
    only(msgspec.MsgspecError, UnicodeDecodeError, RecursionError)(lambda: reading.read(data, _BOT))


def answer(data: bytes) -> None:
    """An answer of the Bot API, and one of the live dictionary."""
    only(NetworkError)(lambda: AiohttpRequest.parse_json_payload(data))
    only(Garbled)(lambda: read_entries(data, "KALEM", alphabet.alphabet("tr")))


def record(data: bytes) -> None:
    """An annotated game."""
    sheet = only(GcgError)(lambda: read_gcg(data, crosswords()["scrabble-en"]))
    if not isinstance(sheet, GcgError):
        replay(sheet)  # type: ignore[arg-type] # what else reading gives


def proof(data: bytes) -> None:
    """The proof of a game."""
    found = only(Unreadable)(lambda: read_proof(data))
    if not isinstance(found, Unreadable):
        verify(found)  # type: ignore[arg-type] # what else reading gives


def rules(data: bytes) -> None:
    """A ruleset, an alphabet, typed words."""
    text = data.decode(errors="replace")
    only(DataError)(lambda: rulesets.parse(text, "x.toml"))
    only(DataError)(lambda: alphabet.parse(text, "x.toml"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_bytes(data)
        only(LanguageError)(lambda: read(file))


def stored(data: bytes) -> None:
    """A table, a notice and a log entry."""
    for decode in (decode_table, decode_notice, decode_entry):
        only(UnreadableState)(lambda: decode(packed(data)))  # noqa: B023 - done at once
        only(UnreadableState)(lambda: decode(data))  # noqa: B023 - done at once


def settings(data: bytes) -> None:
    """A file of settings."""
    with TemporaryDirectory() as folder:
        (Path(folder) / ".env").write_bytes(data)
        only(ConfigError)(lambda: load_settings({}, Path(folder)))


TARGETS: Final[dict[str, tuple[Callable[[bytes], None], tuple[bytes, ...]]]] = {
    "move": (
        move,
        tuple(one.encode() for one in ("H8 yatay KA[L]EM", "8H (CA)T.", "KALEM H", "12 34", "Ож С жовта хаос")),
    ),
    "chosen": (chosen, (b"saat=oyun itiraz=double 91", b"choose::7:kelimelik:0123", b"r-1001_5")),
    "update": (
        update,
        (
            (
                b'{"update_id":7,"message":{"message_id":3,"date":9,"chat":{"id":-1,"type":"group"},"text":"/oyna",'
                b'"from":{"id":5,"is_bot":false,"first_name":"A"},'
                b'"entities":[{"type":"bot_command","offset":0,"length":5}]}}'
            ),
            b'{"ok":true,"result":[{"update_id":7},{"update_id":8}]}',
        ),
    ),
    "answer": (
        answer,
        (
            b'{"ok":false,"description":"x","parameters":{"retry_after":5}}',
            json.dumps([{"madde": "kalem", "ozel_mi": "0", "anlamlarListe": [{"anlam": "a&#65;<i>b</i>"}]}]).encode(),
        ),
    ),
    "record": (record, (SAMPLE.encode(),)),
    "proof": (proof, (write(played("kelimelik")), write(played("klepka")))),
    "rules": (
        rules,
        (
            rulesets.FOLDER.joinpath("wordbox-en.toml").read_bytes(),
            rulesets.FOLDER.joinpath("klepka.toml").read_bytes(),
            ROOTS[0].joinpath("tr", FILE).read_bytes(),
        ),
    ),
    "stored": (stored, (unpacked(encode(begun()[0])), unpacked(encode(klepka.begun())))),
    "settings": (settings, (b"BOT_TOKEN=1:x\nREDIS_URL='redis://u:p@h:1/0'\nHTTP_LISTEN=[::1]:80\n",)),
}
"""By name: what is tried, and where it begins."""
