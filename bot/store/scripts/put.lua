-- Stores an update, once however often it comes. If a reader of this process follows the inbox, it gets the update at once,
-- with the tables that it may be about.
-- KEYS: inbox, owner, received updates; if there is a reader, those that table.lua reads, too
-- ARGV: a map of
--   group
--   consumer: the epoch by which this process follows the inbox, or 'alone' (without a fence); none if it does not
--   most_delivered: the most entries to deliver
--   name, update: what the update is known by in this inbox, and its id
--   most_names, names_seconds: how many names to keep, and how long
--   fields: of the entry, names and values alternating
-- Returns {entries, owner, table}: the entries delivered, the oldest first: what nobody had taken before, and the update;
-- who owns the shard if nothing is delivered, '' for nobody; and the place's tables, as load.lua reads all of them, only
-- if the update is delivered. Of an update that came before nothing is delivered
local inbox_key, owner_key, received_key = unpack(KEYS, 1, 3)
local given = cmsgpack.unpack(ARGV[1])

local owner = redis.call('GET', owner_key) or ''
local time = redis.call('TIME')
if redis.call('ZADD', received_key, 'NX', time[1], given.name) == 0 then
  return {{}, owner ~= given.consumer and owner or ''}
end
redis.call('ZREMRANGEBYRANK', received_key, 0, -1 - tonumber(given.most_names))
redis.call('EXPIRE', received_key, given.names_seconds)
redis.call('XADD', inbox_key, '*', unpack(given.fields))
if not given.consumer or (given.consumer ~= 'alone' and owner ~= given.consumer) then
  return {{}, owner}
end
-- Protected: the update is stored, and without a group the worker's own look at the stream makes one.
local taken = redis.pcall(
  'XREADGROUP', 'GROUP', given.group, given.consumer, 'COUNT', given.most_delivered, 'STREAMS', inbox_key, '>'
)
if not taken or taken.err then
  return {{}, owner}
end
return {taken[1][2], '', read_table(KEYS, 4, given.update, true)}
