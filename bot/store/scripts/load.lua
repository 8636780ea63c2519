-- A table and its chat's settings, and if they are wanted the place's other tables, in one round trip.
-- KEYS: those that table.lua reads
-- ARGV: update id or '', 'all' or ''
-- Returns what table.lua reads
return read_table(KEYS, 1, ARGV[1], ARGV[2] == 'all')
