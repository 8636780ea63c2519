"""How updates come in: fetched or posted, stored in the inbox, and worked off from there."""
