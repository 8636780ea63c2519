"""The bot as a process whose rounds end as soon as everybody has locked, and which kills itself at a write.

While the file that ``KILL_FILE`` names is there, it says at which moment of which action: ``before Answer`` (nothing is
written yet), ``after Answer`` (it is written, and nobody was told), or ``told Answer`` (somebody was told, which is not
noted yet). The process removes the file and dies.
"""

import os
import signal
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from bot.store.commits import Commit, UpdateContext
from bot.store.games import GameStore
from bot.store.inbox import Inbox
from bot.store.streams import Outbox
from bot.tables.codec import decode_log_entry
from engine.duplicate import timing
from tests.support import fast_bot_program

PROGRAM: Final = "from tests.support.duplicate_program import main; main()"
KILL_VARIABLE: Final = "KILL_FILE"


def main() -> None:
    timing.EARLY_END = timedelta()  # type: ignore[misc]  # rounds are quick here
    timing._LEAST_PART = 1_000  # type: ignore[misc]  # noqa: SLF001 - as above
    if KILL_VARIABLE in os.environ:
        _watch_writes(Path(os.environ[KILL_VARIABLE]))
    fast_bot_program.main()


def _watch_writes(file: Path) -> None:
    commit, ack_updates, ack_notices = GameStore.commit, Inbox.ack_updates, Outbox.ack_notices
    newest = ""

    def die_at(moment: str, action: str) -> None:
        if file.exists() and file.read_text("ascii") == f"{moment} {action}":
            file.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    async def watched_commit(store: GameStore, what: Commit, update: UpdateContext | None = None) -> Any:
        nonlocal newest
        action = type(decode_log_entry(what.log[-1]).action).__name__ if what.log else ""
        die_at("before", action)
        done = await commit(store, what, update)
        die_at("after", action)
        newest = action
        return done

    async def watched_updates(inbox: Inbox, entries: Iterable[Any]) -> None:
        die_at("told", newest)
        await ack_updates(inbox, entries)

    async def watched_notices(outbox: Outbox, *told: Any, **more: Any) -> Any:
        die_at("told", newest)
        return await ack_notices(outbox, *told, **more)

    # The bot is the same but for its end.
    setattr(GameStore, commit.__name__, watched_commit)
    setattr(Inbox, ack_updates.__name__, watched_updates)
    setattr(Outbox, ack_notices.__name__, watched_notices)
