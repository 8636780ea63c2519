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
from bot.config import load_config as load_settings
from bot.families import registry
from bot.ingress.update_header import UnreadableUpdate as NoUpdate
from bot.ingress.update_header import read_header, split_updates
from bot.judges.dictionary import DictionaryKind
from bot.judges.tdk_answers import MalformedAnswer
from bot.judges.tdk_answers import parse_tdk_answer as read_entries
from bot.languages import ROOTS, LanguageError
from bot.languages.typed_toml import TYPED_FILE, read_typed_file
from bot.tables.codec import (
    UnreadableState,
    compress_json,
    decode_log_entry,
    decode_notice,
    decode_table,
    decompress_json,
    encode_stored,
)
from bot.telegram import button_data
from bot.telegram.api.transport import AiohttpRequest
from bot.telegram.incoming import parse_update
from bot.user_input import options
from engine import alphabet, rulesets
from engine.crossword.gcg import GcgError, read_gcg
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.notation import parse_move
from engine.crossword.partial_moves import read_partial_move as read_move
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError, Malformed, Refusal
from engine.klepka.notation import parse_cards
from engine.proof import UnreadableProof, encode_proof
from engine.proof import decode_proof as read_proof
from engine.verify import verify_proof
from tests.support import klepka
from tests.support.games import started_game
from tests.support.gcg_samples import SAMPLE
from tests.support.mutation_strategies import catching_only
from tests.support.simulated_proofs import simulated_proof

_BOT: Final = User(42, "Harfiyen", is_bot=True, username="harfiyen_bot")
_KINDS: Final[tuple[DictionaryKind, ...]] = ("builtin", "common", "live")


def fuzz_move(data: bytes) -> None:
    """A typed move, as little of one as people like, and cards."""
    text = data.decode(errors="replace")
    for language in ("tr", "en", "uk"):
        letters = alphabet.load_alphabet(language)
        catching_only(Malformed)(lambda: parse_move(text, letters))  # noqa: B023 - done at once
        catching_only(Malformed)(lambda: read_move(text, letters))  # noqa: B023 - done at once
        catching_only(Malformed)(lambda: parse_cards(text, letters))  # noqa: B023 - done at once


def fuzz_options(data: bytes) -> None:
    """Typed options, a pressed button, a deep link."""
    text = data.decode(errors="replace")
    for game in rulesets.shipped_rulesets().values():
        catching_only(Refusal)(lambda: options.parse_options(text, game, _KINDS))  # noqa: B023 - done at once
    button_data.parse_button_data(text, registry.all_button_kinds())
    button_data.parse_rack_link(text)


def fuzz_update(data: bytes) -> None:
    """An update, and an answer that holds updates."""
    catching_only(NoUpdate)(lambda: read_header(data))
    catching_only(msgspec.DecodeError)(lambda: split_updates(data))
    catching_only(msgspec.MsgspecError, UnicodeDecodeError, RecursionError)(
        lambda: parse_update.parse_update(data, _BOT)
    )


def fuzz_api_answer(data: bytes) -> None:
    """An answer of the Bot API, and one of the live dictionary."""
    catching_only(NetworkError)(lambda: AiohttpRequest.parse_json_payload(data))
    catching_only(MalformedAnswer)(lambda: read_entries(data, "KALEM", alphabet.load_alphabet("tr")))


def fuzz_gcg(data: bytes) -> None:
    """An annotated game."""
    sheet = catching_only(GcgError)(lambda: read_gcg(data, crossword_rulesets()["scrabble-en"]))
    if not isinstance(sheet, GcgError):
        replay_gcg(sheet)  # type: ignore[arg-type] # what else reading gives


def fuzz_proof(data: bytes) -> None:
    """The proof of a game."""
    found = catching_only(UnreadableProof)(lambda: read_proof(data))
    if not isinstance(found, UnreadableProof):
        verify_proof(found)  # type: ignore[arg-type] # what else reading gives


def fuzz_ruleset(data: bytes) -> None:
    """A ruleset, an alphabet, typed words."""
    text = data.decode(errors="replace")
    catching_only(DataError)(lambda: rulesets.parse_ruleset(text, "x.toml"))
    catching_only(DataError)(lambda: alphabet.parse_alphabet(text, "x.toml"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / TYPED_FILE
        file.write_bytes(data)
        catching_only(LanguageError)(lambda: read_typed_file(file))


def fuzz_stored(data: bytes) -> None:
    """A table, a notice and a log entry."""
    for decode in (decode_table, decode_notice, decode_log_entry):
        catching_only(UnreadableState)(lambda: decode(compress_json(data)))  # noqa: B023 - done at once
        catching_only(UnreadableState)(lambda: decode(data))  # noqa: B023 - done at once


def fuzz_settings(data: bytes) -> None:
    """A file of settings."""
    with TemporaryDirectory() as folder:
        (Path(folder) / ".env").write_bytes(data)
        catching_only(ConfigError)(lambda: load_settings({}, Path(folder)))


TARGETS: Final[dict[str, tuple[Callable[[bytes], None], tuple[bytes, ...]]]] = {
    "move": (
        fuzz_move,
        tuple(one.encode() for one in ("H8 yatay KA[L]EM", "8H (CA)T.", "KALEM H", "12 34", "Ож С жовта хаос")),
    ),
    "chosen": (fuzz_options, (b"saat=oyun itiraz=double 91", b"choose::7:kelimelik:0123", b"r-1001_5")),
    "update": (
        fuzz_update,
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
        fuzz_api_answer,
        (
            b'{"ok":false,"description":"x","parameters":{"retry_after":5}}',
            json.dumps([{"madde": "kalem", "ozel_mi": "0", "anlamlarListe": [{"anlam": "a&#65;<i>b</i>"}]}]).encode(),
        ),
    ),
    "record": (fuzz_gcg, (SAMPLE.encode(),)),
    "proof": (fuzz_proof, (encode_proof(simulated_proof("kelimelik")), encode_proof(simulated_proof("klepka")))),
    "rules": (
        fuzz_ruleset,
        (
            rulesets.FOLDER.joinpath("wordbox-en.toml").read_bytes(),
            rulesets.FOLDER.joinpath("klepka.toml").read_bytes(),
            ROOTS[0].joinpath("tr", TYPED_FILE).read_bytes(),
        ),
    ),
    "stored": (
        fuzz_stored,
        (decompress_json(encode_stored(started_game()[0])), decompress_json(encode_stored(klepka.started_game()))),
    ),
    "settings": (fuzz_settings, (b"BOT_TOKEN=1:x\nREDIS_URL='redis://u:p@h:1/0'\nHTTP_LISTEN=[::1]:80\n",)),
}
"""By name: what is tried, and where it begins."""
