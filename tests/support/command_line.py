"""The command line, as somebody at a terminal uses it."""

import asyncio

from bot.cli import main


async def run_command(*arguments: str) -> int:
    """A command's exit status, from a test that has a loop of its own: the command makes another one."""
    return await asyncio.to_thread(main, arguments)
