-- A scope's game and its chat's settings, in one round trip.
-- KEYS: game, seen, settings, words, unreachable scopes
-- ARGV: update id or ''
-- Returns what table.lua reads
return read_table(KEYS, 1, ARGV[1])
