"""What a migration is handed of one shard: its keys to read, and the commands that change them."""

from typing import Final

from redis.asyncio import Redis

WriteCommand = tuple[str | bytes | int | float, ...]


class ShardMigration:
    """The migration of one shard: its keys to read, and the commands to run.

    Args:
        number: the shard.
        key_names: the names of its keys.
    """

    def __init__(self, client: Redis, number: int, key_names: tuple[str, ...]) -> None:
        self.client: Final = client
        self.number: Final = number
        self.key_names: Final = key_names
        self.commands: Final[list[WriteCommand]] = []

    def queue_command(self, command: str, key: str, *arguments: str | bytes | float) -> None:
        """Queue a command; all run in one step with the new schema number. ``key`` must be of this shard."""
        if f"{{{self.number:02}}}" not in key:
            raise ValueError(f"{key} is no key of shard {self.number}")
        self.commands.append((command, key, *arguments))
