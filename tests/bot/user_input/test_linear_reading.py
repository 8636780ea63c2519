"""What people type is read in a time that grows as its length, by every pattern that may see it."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

from bot.families.crossword.typed_moves import split_glued_move
from bot.handlers.daily import parse_daily_time
from bot.handlers.game_options import find_game
from bot.judges.word_judge import normalize_word
from bot.telegram.updates import split_table_number
from bot.user_input import options
from bot.user_input.commands import load_vocabulary, normalize_typed_text, parse_turn, suggest_command
from engine.alphabet import load_alphabet
from engine.crossword.notation import parse_move, read_partial_move
from engine.errors import EngineError
from engine.game import looks_like_action
from engine.klepka.notation import parse_cards, parse_positions
from engine.rulesets import shipped_rulesets
from tests.support.mutations import catching_only

ROOT = Path(__file__).parents[3]
NOT_PEOPLES = (
    "bot/config", "bot/lexicon", "bot/offline", "bot/playground", "bot/store", "bot/subcommands",
    "bot/tables/forgetting.py", "bot/tables/forgotten_data.py", "bot/texts", "engine/forget_player.py",
)  # fmt: skip
"""What reads the words of operators, files and Redis, and nothing that people type."""
SEARCHES = frozenset({"search", "sub", "split", "findall", "finditer"})
FEW, MANY, MOST_GROWTH = 1_000, 4_000, 8
QUICK_SECONDS = 0.01
"""What is done so soon with the long text has not grown by the square of anything."""
STARTS = ("", "1", "a 1", "<", "https://t.me/")
UNITS = (
    " ", "\n", "1", "1 ", "a", "a ", "a1", "@abcd ", "#", "-", "=", ",", "/1", "(a", "<", "&#1", "\u200d",
)  # fmt: skip
END = "!"
"""Hardly a pattern ends with it, so that each fails at the very end, which costs most."""


RULES = shipped_rulesets()
LETTERS, WORDS = load_alphabet("tr"), load_vocabulary()
READERS: dict[str, Callable[[str], object]] = {
    "options": lambda text: options.parse_options(text, RULES["kelimelik"], ("builtin",)),
    "game": lambda text: find_game(text, "tr"),
    "daily time": lambda text: parse_daily_time(text, {}, "tr"),
    "move": lambda text: parse_move(text, LETTERS, WORDS),
    "part of a move": lambda text: read_partial_move(text, LETTERS, WORDS),
    "glued move": split_glued_move,
    "text without a command": lambda text: looks_like_action(text, words=WORDS),
    "turn": parse_turn,
    "mistyped command": suggest_command,
    "word": lambda text: normalize_word(text, "uk"),
    "positions": parse_positions,
    "cards": lambda text: parse_cards(text, load_alphabet("uk"), WORDS),
    "table number": split_table_number,
}


def peoples_patterns() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Every pattern in the modules of the engine and of the bot, with its place and each way in which it is used there.

    One that its module only hands on, as in a table of buttons, is used by ``fullmatch``.
    """
    for path in sorted((*ROOT.glob("bot/**/*.py"), *ROOT.glob("engine/**/*.py"))):
        place = path.relative_to(ROOT).as_posix()
        source = path.read_text("utf-8")
        if place.startswith(NOT_PEOPLES) or "import re\n" not in source:
            continue
        tree = ast.parse(source)
        names = {id(node.value): ast.unparse(node.target) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
        uses = [
            (ast.unparse(node.value), node.attr)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr in {*SEARCHES, "match", "fullmatch"}
        ]
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            function, _, use = ast.unparse(call.func).rpartition(".")
            if function != "re" or use == "escape":
                continue
            own = {use} if use != "compile" else {way for name, way in uses if name == names.get(id(call))}
            for way in sorted(own or {"fullmatch"}):
                yield f"{place}:{call.lineno}", _evaluate(place, call, compiles=use == "compile"), way


def _evaluate(place: str, call: ast.Call, *, compiles: bool) -> re.Pattern[Any]:
    module = vars(import_module(place.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")))
    flags = [*(call.args[1:] if compiles else ()), *(one.value for one in call.keywords if one.arg == "flags")]
    pattern, *values = (
        eval(compile(ast.Expression(one), place, "eval"), dict(module))  # noqa: S307 - this project's own source
        for one in (call.args[0], *flags)
    )
    return re.compile(pattern, *values)


@cache
def _slow_text(pattern: re.Pattern[Any], use: str) -> tuple[str, str] | None:
    """A start, and what is repeated behind it, that a pattern needs too long for; ``None`` if it reads all in time."""
    read = getattr(pattern, "findall" if use in SEARCHES else use)
    is_binary = isinstance(pattern.pattern, bytes)
    return next((parts for parts in product(STARTS, UNITS) if not _is_linear(read, parts, is_binary)), None)


def _is_linear(read: Callable[[Any], object], parts: tuple[str, str], is_binary: bool) -> bool:  # noqa: FBT001 - handed on
    """Whether four times the text takes less than eight times as long, by the best of five, or is quick."""
    if _seconds(read, _text(*parts, MANY, is_binary)) < QUICK_SECONDS:
        return True
    few, many = (min(_seconds(read, _text(*parts, long, is_binary)) for _ in range(5)) for long in (FEW, MANY))
    return many < max(MOST_GROWTH * few, QUICK_SECONDS)


@cache
def _text(start: str, unit: str, length: int, is_binary: bool) -> str | bytes:  # noqa: FBT001 - a key
    text = f"{start}{unit * (length // len(unit))}{END}"
    return text.encode() if is_binary else text


def _seconds(read: Callable[[Any], object], text: str | bytes) -> float:
    began = process_time()
    read(text)
    return process_time() - began


def test_a_pattern_that_people_can_reach_takes_no_time_that_grows_by_the_square() -> None:
    found = {(place, use): _slow_text(pattern, use) for place, pattern, use in peoples_patterns()}
    assert len(found) > 100, "the patterns are not found any more"
    assert {place: text for place, text in found.items() if text is not None} == {}


def test_what_people_type_is_read_in_a_time_that_grows_as_its_length() -> None:
    for name, reader in READERS.items():

        def read(text: str, reader: Callable[[str], object] = reader) -> object:
            return catching_only(EngineError)(lambda: reader(normalize_typed_text(text)))

        slow = [parts for parts in product(STARTS, UNITS) if not _is_linear(read, parts, is_binary=False)]
        assert slow == [], name
