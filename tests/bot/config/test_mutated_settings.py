"""Settings, typed words and backups with anything in them: taken, or refused by a sentence that says what is wrong."""

import json
import tomllib
import zlib
from functools import lru_cache, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import config
from bot.config import Config, ConfigError
from bot.languages import ROOTS, TYPED_FILE, LanguageError, Languages, read_typed_file
from bot.offline import backup
from bot.offline.backup import BackupContents, UnusableBackup, examine_backup
from bot.store import keys
from bot.store.export import ExportedEntry, ExportedKey, KeyGroup
from bot.store.keys import Scope
from bot.store.server_checks import SCHEMA
from bot.tables.codec import encode_stored
from tests.support.mutations import Json, catching_only, mutated_bytes, mutated_document, mutated_text, to_toml
from tests.support.stored_games import simulated_course

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one
PASSWORD = "s3cr3t-w0rd"  # noqa: S105 - an invented one
VALUES = {
    "BOT_TOKEN": TOKEN,
    "BOT_API_URL": f"http://u:{PASSWORD}@127.0.0.1:8081/",
    "REDIS_URL": f"rediss://bot:{PASSWORD}@redis.example.org:6380/2",
    "WEBHOOK_URL": f"https://u:{PASSWORD}@bot.example.org/hook",
    "WEBHOOK_SECRET": "s3cret-Word_of-16",
    "HTTP_LISTEN": "[::1]:8443",
    "METRICS_LISTEN": "127.0.0.1:9090",
    "OWNER_IDS": "12, 34 56,",
    "DEFAULT_LANGUAGE": "EN",
    "TDK_API_URL": f"https://u:{PASSWORD}@sozluk.example.org/gts",
    "RATE_LIMITS": "1000, 1, 20",
    "LOG_LEVEL": "debug",
    "LOG_FORMAT": "json",
}


def refused_in_a_sentence(found: object) -> bool:
    return isinstance(found, ConfigError) and str(found).endswith((".", "?")) and PASSWORD not in str(found)


@settings(max_examples=10)
@given(
    st.fixed_dictionaries({}, optional={name: mutated_text([value]) | st.just(value) for name, value in VALUES.items()})
)
def test_settings_are_taken_or_refused_in_a_sentence(environ: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        found = catching_only(ConfigError)(lambda: config.load_config(environ, Path(folder)))
    assert refused_in_a_sentence(found) or isinstance(found, Config)
    if isinstance(found, Config):
        assert TOKEN not in repr(found)
        assert PASSWORD not in repr(found)


DIGITS = "94103-w0rd"
"""A password whose beginning passes for a port."""
REDIS_URLS = (VALUES["REDIS_URL"], f"redis+sentinel://bot:{PASSWORD}@one:26379,two:26379/harfiyen/2")
ADDRESSES = [
    *((name, value, PASSWORD) for name, value in VALUES.items() if PASSWORD in value and name != "REDIS_URL"),
    *(("REDIS_URL", value.replace(PASSWORD, word), word) for value in REDIS_URLS for word in (PASSWORD, DIGITS)),
]


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("name", "value", "password"), ADDRESSES)
def test_a_mistyped_address_tells_none_of_its_password(tmp_path: Path, name: str, value: str, password: str) -> None:
    for place, sign in product(range(len(value) + 1), "/?#@:[% ,"):
        for typed in (f"{value[:place]}{sign}{value[place:]}", f"{value[:place]}{sign}{value[place + 1 :]}"):
            found = catching_only(ConfigError)(partial(config.load_config, {name: typed}, tmp_path))
            told = repr(found) if isinstance(found, Config) else str(found)
            assert not [half for half in halves(password, place - value.index(password)) if half in told]


def halves(password: str, place: int) -> list[str]:
    """What is left of a password before and behind a place in it that is worth guessing the rest of."""
    if not 0 <= place <= len(password):
        return [password]
    return [half for half in (password[:place], password[place:], password[place + 1 :]) if len(half) >= 4]


@settings(max_examples=10)
@given(mutated_bytes("\n".join(f"{name}={value}" for name, value in VALUES.items()).encode()) | st.binary())
def test_a_file_of_settings_is_read_or_refused_in_a_sentence(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / ".env").write_bytes(data)
        found = catching_only(ConfigError)(lambda: config.load_config({}, Path(folder)))
    assert isinstance(found, ConfigError | Config)
    assert isinstance(found, Config) or str(found).endswith((".", "?"))


WORDS = {root.joinpath(code, TYPED_FILE): code for root in ROOTS for code in ("tr", "en", "uk")}
TYPED = {file: tomllib.loads(file.read_text("utf-8")) for file in WORDS if file.is_file()}
ALTERED = {
    file: mutated_document(words).map(to_toml) | mutated_bytes(to_toml(words).encode()) for file, words in TYPED.items()
}


@settings(max_examples=8)
@given(st.sampled_from(sorted(TYPED, key=str)).flatmap(ALTERED.__getitem__))
def test_typed_words_are_read_or_refused_by_their_file(made: str | bytes) -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "tr"
        place.mkdir()
        file = place / TYPED_FILE
        file.write_bytes(made if isinstance(made, bytes) else made.encode())
        found = catching_only(LanguageError)(lambda: read_typed_file(file))
        assert isinstance(found, dict) or (isinstance(found, LanguageError) and str(found).startswith(f"{file}: "))
        found = catching_only(LanguageError)(lambda: Languages([Path(folder), ROOTS[0]]))
        assert isinstance(found, Languages) or str(folder) in str(found) or str(ROOTS[0]) in str(found)


@lru_cache
def group_document() -> Json:
    """What a shard with a game in it is in a backup, as JSON says it, where bytes are texts of so many characters."""
    table, _ = simulated_course("kelimelik")[-1]
    scope = Scope(-200)
    log = [encode_stored(entry) for _, entry in simulated_course("kelimelik")]
    stored = [
        ExportedKey(keys.game(scope), "hash", -1, [b"version", b"5", b"state", encode_stored(table)], []),
        ExportedKey(keys.game_log(scope), "list", 1_000, log[:3], []),
        ExportedKey(keys.settings(-200), "hash", -1, [b"language", b"tr"], []),
        ExportedKey(keys.deadlines(3), "zset", -1, [b"-200", b"5"], []),
        ExportedKey(keys.outbox(3), "stream", -1, [], [ExportedEntry(b"1-1", [b"scope", b"-200", b"payload", b"x"])]),
        ExportedKey(keys.inbox(1), "stream", -1, [], [ExportedEntry(b"1-1", [b"update", b"7", b"raw", b"{}"])]),
        ExportedKey(keys.user_games(5), "set", -1, [b"-200 abcd1234"], []),
    ]
    return as_text(msgspec.to_builtins(KeyGroup("{03}", stored), builtin_types=(bytes,)))


def as_text(value: Json) -> Json:
    match value:
        case bytes():
            return value.decode("latin-1")
        case list() | tuple():
            return [as_text(one) for one in value]
        case _:
            return value


def as_bytes(value: Json, depth: int = 0) -> Json:
    """The document again, with bytes where a backup has them; a number that MessagePack cannot say is another."""
    match value:
        case list():
            return [as_bytes(one, depth + 1) for one in value]
        case dict():
            return {str(name): as_bytes(one, depth + 1) for name, one in value.items()}
        case str() if depth > _NAMES:
            return value.encode("latin-1", "replace")
        case int():
            return max(-(2**63), min(value, 2**63))
        case _:
            return value


_NAMES = 3
"""How deep the names of keys and their kinds lie, which are texts."""


HEAD = json.dumps(
    {
        "format": backup.BACKUP_FORMAT,
        "version": backup.BACKUP_VERSION,
        "program": "x",
        "made": "2026-01-02T03:04:05Z",
        "schema": SCHEMA,
    }
).encode()


def sealed_backup(head: bytes, *packed: bytes) -> bytes:
    """A backup of these parts, with the checksum that it must have."""
    body = head + b"\n" + b"".join(len(one).to_bytes(4, "big") + one for one in packed) + bytes(4)
    return body + sha256(body).digest()


def backup_of(document: Json) -> bytes:
    return sealed_backup(HEAD, zlib.compress(msgspec.msgpack.encode(as_bytes(document))))


@settings(max_examples=8)
@given(
    st.deferred(
        lambda: (
            mutated_document(group_document()).map(backup_of)
            | mutated_bytes(backup_of(group_document()))
            | mutated_bytes(backup_of(group_document())).map(lambda data: data + sha256(data).digest())
            | st.binary()
        )
    )
)
def test_a_backup_is_examined_or_unusable(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.backup"
        path.write_bytes(data)
        found = catching_only(UnusableBackup)(lambda: examine_backup(path))
    assert isinstance(found, BackupContents | UnusableBackup)
