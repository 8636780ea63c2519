"""The keys of tables, by scope, and of what a chat has chosen for all its topics."""

from typing import Final

from bot.store.keys.key import ChatKey, Migration, PlaceKey, ScopeKey
from bot.store.retention import (
    CARD_SELECTION_SECONDS,
    FINISHED_SECONDS,
    FORMER_ACTS,
    GREETING_SECONDS,
    IDLE_SECONDS,
    PENDING_REQUEST_SECONDS,
    QUARANTINE_SECONDS,
    SEEN_NEWEST,
    SEEN_SECONDS,
    spell_seconds,
)
from bot.store.scope import Scope

game: Final = ScopeKey(
    "hf:{NN}:<scope>:game",
    "hash",
    content=(
        "`version`, `state` (packed JSON with a schema number), `away` (as it was at the newest commit), `post` "
        "(newest message about it), `shown` (which messages show it, and have its buttons), `photo` (digest and "
        "file id of the newest picture in its own chat), `messages` (the newest ones about it); of a group "
        "that has moved `moved` (the new chat), `due` (its deadline), `left` (all that it had is there); of a game "
        "that came from such a group `came` (which), `held` (the last of its held notices that came along)"
    ),
    lifetime=(
        f"{spell_seconds(IDLE_SECONDS)} after the last move; {spell_seconds(FINISHED_SECONDS)} once finished or moved"
    ),
    in_backup=True,
    migration=Migration.COPIED,
)
game_words: Final = ScopeKey(
    "hf:{NN}:<scope>:game-words",
    "string",
    content="the chat's own words as the game began with them (packed JSON)",
    lifetime="as the game; the next table replaces it",
    in_backup=True,
    migration=Migration.COPIED,
)
game_log: Final = ScopeKey(
    "hf:{NN}:<scope>:log",
    "list",
    content=(
        "actions of the current table from its opening on, with instant, verdicts, and what came of each: events "
        "unredacted, scores"
    ),
    lifetime="as the game",
    in_backup=True,
    migration=Migration.COPIED,
)
seen_updates: Final = ChatKey(
    "hf:{NN}:<chat>:seen",
    "hash",
    content=(
        "of each update that was committed its number in the chat, the scope and the version that it made; with a word "
        "behind its id of those by which the chat chose something; `count`: the newest number"
    ),
    lifetime=f"the newest {SEEN_NEWEST:,} and up to a quarter more, {spell_seconds(SEEN_SECONDS)}",
    in_backup=True,
    migration=Migration.REWRITTEN,
)
table_numbers: Final = PlaceKey(
    "hf:{NN}:<place>:numbers",
    "hash",
    content=(
        "of each number of a table in a chat or topic: `open`; `told`, if others were open meanwhile, so that people "
        "know it; or when it became free, in seconds, below 0 if they did not"
    ),
    lifetime=spell_seconds(IDLE_SECONDS),
    in_backup=True,
    migration=Migration.REWRITTEN,
)
former_acts: Final = PlaceKey(
    "hf:{NN}:<place>:acts",
    "list",
    content="what administrators and hosts decided about former tables; JSON",
    lifetime=f"the newest {FORMER_ACTS}, {spell_seconds(IDLE_SECONDS)}",
    in_backup=True,
    migration=Migration.REWRITTEN,
)
quarantined_game: Final = ScopeKey(
    "hf:{NN}:<scope>:aside:<version>",
    "hash",
    content="a table that could not be read in that version: `state`, `words`, `version`, and `at`, when; seconds",
    lifetime=spell_seconds(QUARANTINE_SECONDS),
    in_backup=True,
    migration=Migration.STAYS,
)
quarantined_log: Final = ScopeKey(
    "hf:{NN}:<scope>:aside-log:<version>",
    "list",
    content="its log",
    lifetime="as long",
    in_backup=True,
    migration=Migration.STAYS,
)
card_selection: Final = ScopeKey(
    "hf:{NN}:<scope>:picks:<turn>",
    "sorted set",
    content="positions of cards chosen by buttons for one flip, by the updates that chose them",
    lifetime=spell_seconds(CARD_SELECTION_SECONDS),
    in_backup=True,
    migration=Migration.STAYS,
)
settings: Final = ChatKey(
    "hf:{NN}:<chat>:settings",
    "hash",
    content=(
        "what the chat chose: `language`, `theme`, `labels`; a group's `boards`, `openers`, `topics`, `computers`, "
        "`tables`, `seats`, `analysis`, `game` with its options, and as `adder` a `language` that it has of who added "
        "the bot; "
        "a person's `turn`, `nudge`, `order`, `reading`, `reviews`, `ranks`"
    ),
    lifetime="always",
    in_backup=True,
    migration=Migration.MERGED,
)
pending_request: Final = ChatKey(
    "hf:{NN}:<chat>:asked:<user>",
    "string",
    content="what a user wrote in the chat and was asked about, which table is meant; JSON",
    lifetime=spell_seconds(PENDING_REQUEST_SECONDS),
    in_backup=False,
    migration=Migration.STAYS,
)
table_alerts: Final = ChatKey(
    "hf:{NN}:<chat>:callers",
    "hash",
    content="who wants an alert when the next table opens, by topic (0 for none) and user: since when, and the name",
    lifetime="until a table opens there",
    in_backup=True,
    migration=Migration.MERGED,
)
chat_words: Final = ChatKey(
    "hf:{NN}:<chat>:words:<language>",
    "hash",
    content="words the chat added (`+`) or removed (`-`)",
    lifetime="always",
    in_backup=True,
    migration=Migration.MERGED,
)
unreachable_scopes: Final = ChatKey(
    "hf:{NN}:<chat>:halted",
    "set",
    content="scopes of the chat whose clocks were stopped because it cannot be reached",
    lifetime=f"until the bot is back there, {spell_seconds(IDLE_SECONDS)} at most",
    in_backup=True,
    migration=Migration.REWRITTEN,
)
greeting: Final = ChatKey(
    "hf:{NN}:<chat>:greeted",
    "string",
    content="the id of the update by which the bot was added to a group and greeted it",
    lifetime=spell_seconds(GREETING_SECONDS),
    in_backup=False,
    migration=Migration.REWRITTEN,
)
outage_notified: Final = ChatKey(
    "hf:{NN}:<chat>:outage-told",
    "string",
    content="a marker: the chat was told that the live dictionary does not answer",
    lifetime="6 hours",
    in_backup=False,
    migration=Migration.STAYS,
)


def table_keys(scope: Scope) -> tuple[str, ...]:
    """The keys that ``table.lua`` reads, in its order."""
    chat = scope.chat
    own, of_chat = (game(scope), game_words(scope)), (seen_updates(chat), settings(chat), unreachable_scopes(chat))
    return *own, *of_chat, table_numbers(scope), game(scope.place)
