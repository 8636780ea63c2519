"""The keys of puzzles: those that do not ship, how their solvers did, and what people and groups have seen."""

from typing import Final

from bot.store.keys.key import ChatKey, Migration, ServiceKey, TextKey, UserKey
from bot.store.retention import IDLE_SECONDS, PUZZLE_SECONDS, spell_seconds

stored_puzzle: Final = TextKey(
    "hf:{NN}:puzzle:<puzzle>",
    "string",
    content="a puzzle that does not ship, by its id: a position, without anybody's name; `NN` by the id; MessagePack",
    lifetime=spell_seconds(PUZZLE_SECONDS),
    in_backup=True,
)
puzzle_figures: Final = TextKey(
    "hf:{NN}:puzzle-figures:<puzzle>",
    "hash",
    content=(
        "of all who have solved a puzzle or given it up: how many, how many of them solved it, their hints, tries and "
        "points in all, and the newest `attempts` to add to them; `NN` by the id"
    ),
    lifetime=f"{spell_seconds(PUZZLE_SECONDS)} after the last",
    in_backup=True,
)
made_puzzles: Final = ServiceKey(
    "hf:{00}:puzzles:<game>",
    "set",
    content="the ids of a game's puzzles that were made on demand",
    lifetime=f"{spell_seconds(PUZZLE_SECONDS)} after the last was made",
    in_backup=True,
)
user_puzzles: Final = UserKey(
    "hf:{NN}:u<user>:puzzles",
    "hash",
    content=(
        "by puzzle, 6 bytes of its id, how far a user came with it: hints, wrong answers, points, when, from which "
        "chat, by which message they solved it; MessagePack. By puzzle, `@` and a further chat: that they came to it "
        "from there, too. `open`: which one is before them, seen when, by which update; `game`: of which game "
        "they want puzzles"
    ),
    lifetime=f"{spell_seconds(IDLE_SECONDS)} after the last; until the user is forgotten",
    in_backup=True,
)
chat_puzzles: Final = ChatKey(
    "hf:{NN}:<chat>:puzzles",
    "hash",
    content="by finished game of the chat in which puzzles were looked for, the ids of those that were found",
    lifetime=f"{spell_seconds(PUZZLE_SECONDS)} after the last; until the chat's records are erased",
    in_backup=True,
    migration=Migration.MERGED,
)
shown_puzzles: Final = ChatKey(
    "hf:{NN}:<chat>:puzzles-shown",
    "hash",
    content="by puzzle, 6 bytes of its id, when it was shown to the chat; seconds",
    lifetime=f"{spell_seconds(IDLE_SECONDS)} after the last",
    in_backup=True,
    migration=Migration.MERGED,
)
