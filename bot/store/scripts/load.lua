-- A table and its chat's settings and, if wanted, the place's other tables, in one round trip.
-- KEYS: those that read_table.lua reads
-- ARGV: update id or '', 'all' or ''
-- Returns what read_table.lua reads
return read_table(KEYS, 1, ARGV[1], ARGV[2] == 'all')
