"""The owners' private commands, and the alerts that they get. Owners are named in ``OWNER_IDS``.

To everybody else none of it exists. Start at ``access``.
"""
