"""How work is done in order and again: lanes, followed streams, patience, what was done a moment ago."""
