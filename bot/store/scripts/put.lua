-- Stores an update and, where a worker follows the inbox, gives it to that worker at once.
-- KEYS: inbox
-- ARGV: update id, raw update, group, worker or '', most entries to give out, then names and values of further fields
-- Returns the entries given out, the oldest first: the update's and what nobody had taken before it
redis.call('XADD', KEYS[1], '*', 'update', ARGV[1], 'raw', ARGV[2], unpack(ARGV, 6))
if ARGV[4] == '' then
  return {}
end
-- Protected: the update is stored, and without a group the worker's own look at the stream makes one.
local taken = redis.pcall('XREADGROUP', 'GROUP', ARGV[3], ARGV[4], 'COUNT', ARGV[5], 'STREAMS', KEYS[1], '>')
if not taken or taken.err then
  return {}
end
return taken[1][2]
