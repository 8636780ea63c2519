"""The keys of what a group remembers: records of finished games, what is derived from them, and the games themselves.

``records`` is the source. What is derived (``standings``, ``figures``, ``effects``) is written by
:mod:`bot.records.projection` and can be written anew at any time.
"""

from typing import Final

from bot.store.keys.key import ChatKey, Migration, UserKey
from bot.store.retention import (
    IDLE_SECONDS,
    PERIOD_SECONDS,
    RECORD_DECISIONS,
    SHARED_PICTURE_SECONDS,
    spell_seconds,
)

records: Final = ChatKey(
    "hf:{NN}:<chat>:records",
    "list",
    content="a record of each finished game, and of each season's beginning, the oldest first; MessagePack",
    lifetime="until an administrator erases them",
    in_backup=True,
    migration=Migration.APPENDED,
)
record_progress: Final = ChatKey(
    "hf:{NN}:<chat>:records:progress",
    "hash",
    content=(
        "`run`: a number of what is derived, which changes when records are rewritten; `count`: how many records that "
        "holds; `season`: the newest one's number among them; `form`: a number that changes with what is derived, and "
        "the `run` and the `count` with which it was written"
    ),
    lifetime="always",
    in_backup=False,
    migration=Migration.DERIVED,
)
standings: Final = ChatKey(
    "hf:{NN}:<chat>:standings",
    "hash",
    content="by user, as derived: name, ratings, streaks, opponents, titles; MessagePack",
    lifetime="always",
    in_backup=False,
    migration=Migration.DERIVED,
)
figures: Final = ChatKey(
    "hf:{NN}:<chat>:figures:<period>",
    "hash",
    content=(
        "by user, as derived: sums of a period (`ever`, a season `s2`, a month, a week) by kind of game; MessagePack"
    ),
    lifetime=f"always; of months and weeks {spell_seconds(PERIOD_SECONDS)} after their newest game",
    in_backup=False,
    migration=Migration.DERIVED,
)
record_effects: Final = ChatKey(
    "hf:{NN}:<chat>:effects",
    "list",
    content="as derived, of each record what it changed: ratings and titles; MessagePack",
    lifetime="always",
    in_backup=False,
    migration=Migration.DERIVED,
)
packed_game: Final = ChatKey(
    "hf:{NN}:<chat>:history:<game>",
    "string",
    content="a finished game with its log, for replays and proofs (:mod:`engine.packed_game`)",
    lifetime="`HISTORY_DAYS`, 400 days by default",
    in_backup=True,
    migration=Migration.APPENDED,
)
game_analysis: Final = ChatKey(
    "hf:{NN}:<chat>:analysis:<game>",
    "string",
    content="what was found of a finished game's turns, by seats and without names, after the version of what found it",
    lifetime="as long as the game itself (`history:<game>`)",
    in_backup=False,
    migration=Migration.DERIVED,
)
carried_records: Final = ChatKey(
    "hf:{NN}:<chat>:records:carried",
    "hash",
    content=(
        "of the basic group that the supergroup was: how many of its records are appended (`records <chat>`), and of "
        "how many the games came along (`games <chat>`)"
    ),
    lifetime=f"{spell_seconds(IDLE_SECONDS)} after the group moved",
    in_backup=True,
    migration=Migration.STAYS,
)
shared_picture: Final = ChatKey(
    "hf:{NN}:<chat>:picture:<game>",
    "string",
    content="the id of the file with the picture of a game's end, for those who show it elsewhere",
    lifetime=spell_seconds(SHARED_PICTURE_SECONDS),
    in_backup=False,
    migration=Migration.APPENDED,
)
unlisted_players: Final = ChatKey(
    "hf:{NN}:<chat>:unlisted",
    "hash",
    content="users who do not want to be shown in the chat's ranks",
    lifetime="until they change their minds, or the chat's records are erased",
    in_backup=True,
    migration=Migration.MERGED,
)
record_decisions: Final = ChatKey(
    "hf:{NN}:<chat>:records:decisions",
    "list",
    content="what administrators decided about the chat's records; JSON",
    lifetime=f"the newest {RECORD_DECISIONS}",
    in_backup=True,
    migration=Migration.REWRITTEN,
)
user_record_chats: Final = UserKey(
    "hf:{NN}:u<user>:record-chats",
    "set",
    content="the chats whose records name a user",
    lifetime="until the user is forgotten, or the chat's records are erased",
    in_backup=True,
)
user_history: Final = UserKey(
    "hf:{NN}:u<user>:history",
    "sorted set",
    content="a user's newest finished games, each a chat and the game's id, by when it ended; seconds",
    lifetime="the newest 400, a year after the last",
    in_backup=True,
)
