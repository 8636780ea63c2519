"""The running bot: its components are built and wired, run, and shut down. Begin with :mod:`bot.app.service`."""

from bot.app.service import Service

__all__ = ["Service"]
