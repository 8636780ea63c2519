"""Commands and buttons before the first turn: tables, seats, options, invitations, alerts. Start at ``lobby``."""
