-- Stores an update, once however often it comes, and, where a worker of this process follows the inbox, gives it to that worker at once,
-- with the table that it may be about.
-- KEYS: inbox, owner, came, then those that table.lua reads
-- ARGV: group, the epoch by which this process follows it, 'alone' (without a fence), or '' (none), most entries to give out,
--       the update's name, most names to keep, seconds to keep them, the update's id, then the names and values of the entry
-- Returns {entries, owner, table}: the entries given out, the oldest first: the update's and what nobody had taken before it; and
-- whose the shard is where nothing is given out, '' for nobody's; the table as load.lua reads it, only where the update
-- is given out. Of an update that came before nothing is given out
local owner = redis.call('GET', KEYS[2]) or ''
local time = redis.call('TIME')
if redis.call('ZADD', KEYS[3], 'NX', time[1], ARGV[4]) == 0 then
  return {{}, owner ~= ARGV[2] and owner or ''}
end
redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[5]))
redis.call('EXPIRE', KEYS[3], ARGV[6])
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 8))
if ARGV[2] == '' or (ARGV[2] ~= 'alone' and owner ~= ARGV[2]) then
  return {{}, owner}
end
-- Protected: the update is stored, and without a group the worker's own look at the stream makes one.
local taken = redis.pcall('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', ARGV[3], 'STREAMS', KEYS[1], '>')
if not taken or taken.err then
  return {{}, owner}
end
return {taken[1][2], '', read_table(KEYS, 4, ARGV[7])}
