"""The running bot: builds, wires, runs and shuts down its components. Begin with :mod:`bot.app.service`."""

from bot.app.service import Service

__all__ = ["Service"]
