"""The keys of users."""

from typing import Final

from bot.store.keys.key import ServiceKey, UserKey
from bot.store.retention import (
    CHOSEN_TABLE_SECONDS,
    CLOSED_SECONDS,
    FINISHED_NEWEST,
    FINISHED_SECONDS,
    IDLE_SECONDS,
    LOCALE_SECONDS,
    PENDING_TABLE_SECONDS,
    PERSONAL_FILE_SECONDS,
    RACK_ORDER_SECONDS,
    REFUSED_MOVE_SECONDS,
    TUTORIAL_SECONDS,
    spell_seconds,
)

user_games: Final = UserKey(
    "hf:{NN}:u<user>:games",
    "set",
    content="the tables at which a user sits: each a scope, a space and the table's short name",
    lifetime=f"until the end of the game is told; {spell_seconds(IDLE_SECONDS)} after it was last read or a game began",
    in_backup=True,
)
user_finished_games: Final = UserKey(
    "hf:{NN}:u<user>:finished",
    "list",
    content=f"the newest {FINISHED_NEWEST} games that a user has finished, the newest first, as in `games`",
    lifetime=f"{spell_seconds(FINISHED_SECONDS)} after the last",
    in_backup=True,
)
user_locale: Final = UserKey(
    "hf:{NN}:u<user>:tongue",
    "string",
    content="the language of a user's Telegram, if the bot speaks it; for private messages that another's move causes",
    lifetime=f"{spell_seconds(LOCALE_SECONDS)} after the user's last update",
    in_backup=True,
)
rack_order: Final = UserKey(
    "hf:{NN}:u<user>:arranged:<table>",
    "string",
    content="the tiles of a user's rack in the order in which the user keeps them, at the table of that short name",
    lifetime=spell_seconds(RACK_ORDER_SECONDS),
    in_backup=False,
)
refused_move: Final = UserKey(
    "hf:{NN}:u<user>:refused",
    "string",
    content=(
        "a user's newest message with a move that was refused: at which table, and until which turn it counts anew "
        "once it is edited"
    ),
    lifetime=spell_seconds(REFUSED_MOVE_SECONDS),
    in_backup=False,
)
chosen_table: Final = UserKey(
    "hf:{NN}:u<user>:chose",
    "string",
    content=(
        "the newest message in a user's private chat that may have been about several tables, and which one it is about"
    ),
    lifetime=spell_seconds(CHOSEN_TABLE_SECONDS),
    in_backup=False,
)
pending_table: Final = UserKey(
    "hf:{NN}:u<user>:wanted",
    "string",
    content="the game, with its options, that a user wants to open in a group yet to be chosen",
    lifetime=spell_seconds(PENDING_TABLE_SECONDS),
    in_backup=False,
)
personal_file: Final = UserKey(
    "hf:{NN}:u<user>:mydata",
    "string",
    content="a marker: a user got the file of what is kept of them, so that another one waits",
    lifetime=spell_seconds(PERSONAL_FILE_SECONDS),
    in_backup=False,
)
tutorial: Final = UserKey(
    "hf:{NN}:u<user>:tutorial",
    "string",
    content="the short name of the table of a user's first game, which explains itself; `off` once that was not wanted",
    lifetime=spell_seconds(TUTORIAL_SECONDS),
    in_backup=True,
)
closed: Final = UserKey(
    "hf:{NN}:u<user>:closed",
    "string",
    content="a marker: a user's private chat was closed to the bot, so that no tap has it tried again",
    lifetime=f"{spell_seconds(CLOSED_SECONDS)}, or until the user presses `/start`",
    in_backup=False,
)
forgetting: Final = ServiceKey(
    "hf:{00}:forgetting",
    "hash",
    content="by user, who asked to be forgotten and how far that is; MessagePack",
    lifetime="until nothing of them is left",
    in_backup=True,
)
forgotten: Final = ServiceKey(
    "hf:{00}:forgotten",
    "hash",
    content=(
        "of everybody who was forgotten a keyed hash of the user id with its key, and when; seconds. What a backup "
        "brings back of them is taken out again; also in the file `forgotten.json` of `DATA_DIR`"
    ),
    lifetime="always; restores keep it",
    in_backup=False,
)
