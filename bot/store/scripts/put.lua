-- Stores an update and, where a worker of this process follows the inbox, gives it to that worker at once.
-- KEYS: inbox, owner
-- ARGV: group, the epoch by which this process follows it, 'alone' (without a fence), or '' (none), most entries to give out, then the names and
--       values of the entry
-- Returns {entries, owner}: those given out, the oldest first: the update's and what nobody had taken before it; and
-- whose the shard is where nothing is given out, '' for nobody's
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 4))
local owner = redis.call('GET', KEYS[2]) or ''
if ARGV[2] == '' or (ARGV[2] ~= 'alone' and owner ~= ARGV[2]) then
  return {{}, owner}
end
-- Protected: the update is stored, and without a group the worker's own look at the stream makes one.
local taken = redis.pcall('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', ARGV[3], 'STREAMS', KEYS[1], '>')
if not taken or taken.err then
  return {{}, owner}
end
return {taken[1][2], ''}
