"""The running bot: built, wired, run and taken down."""

from bot.app.service import Service

__all__ = ["Service"]
