"""The owners' private commands, and the alerts that they get. Owners are named in ``OWNER_IDS``.

To everybody else none of it exists. Start at ``access``.

- Its commands stand in ``[owner]`` of ``typed.toml``. To others an ``OwnerCommand`` is what its ``fallback`` says;
  forged buttons are stale.
- Before anything else the router asks ``OwnerAccess.refuse_if_banned``. Each process reads the bans every two seconds;
  maintenance is read whenever a table is opened or a game begun.
- Broadcasts and alerts are done by the owner of shard 00 (``docs/decisions/0019-nobody-is-told-twice.md``).
  What workers know of chats and moves they write every ten seconds.
"""
