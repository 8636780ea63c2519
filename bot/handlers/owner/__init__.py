"""The owners' private commands and alerts. ``OWNER_IDS`` names the owners.

For other users they do not exist. Start at ``access``.

- The commands are in ``[owner]`` of ``typed.toml``. For others an ``OwnerCommand`` is its ``fallback``; forged buttons
  are stale.
- The router first calls ``OwnerAccess.refuse_if_banned``. Each process loads bans every two seconds; maintenance is
  read when a table opens or a game starts.
- The owner of shard 00 sends broadcasts and alerts (``docs/decisions/0019-nobody-is-told-twice.md``). Workers save what
  they know of chats and moves every ten seconds.
"""
