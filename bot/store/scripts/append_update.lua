-- Stores an update, once however often it comes. If this process's reader follows the inbox, it gets the update at
-- once, with the tables that it may be about.
-- KEYS: inbox, owner, received updates; with a reader also those that read_table.lua reads
-- ARGV: a map of
--   group
--   consumer: the epoch by which this process follows the inbox, or 'alone' (without a fence); none if it does not
--   most_delivered: the most entries to deliver
--   name, update: the update's name in this inbox, and its id
--   attempt: the number of this attempt to store it, from 1 to 999,999
--   most_names, names_seconds: how many names to keep, and how long
--   fields: of the entry, names and values alternating
-- Returns {entries, owner, attempt, table}: the delivered entries, oldest first: those not taken before, and the
-- update; the shard's owner if nothing is delivered, '' for none; the attempt that stored the update, 0 if unknown; and
-- the place's tables, as load.lua reads all of them, only if the update is delivered, which a repeated one is not
local inbox_key, owner_key, received_key = unpack(KEYS, 1, 3)
local given = cmsgpack.unpack(ARGV[1])

local owner = redis.call('GET', owner_key) or ''
-- The second of its arrival, with the attempt as millionths.
local score = redis.call('TIME')[1] .. string.format('.%06d', given.attempt)
if redis.call('ZADD', received_key, 'NX', score, given.name) == 0 then
  local stored_by = math.floor(tonumber(redis.call('ZSCORE', received_key, given.name)) % 1 * 1000000 + 0.5)
  return {{}, owner ~= given.consumer and owner or '', stored_by}
end
redis.call('ZREMRANGEBYRANK', received_key, 0, -1 - tonumber(given.most_names))
redis.call('EXPIRE', received_key, given.names_seconds)
redis.call('XADD', inbox_key, '*', unpack(given.fields))
if not given.consumer or (given.consumer ~= 'alone' and owner ~= given.consumer) then
  return {{}, owner, given.attempt}
end
-- Protected: the update is stored, and a missing group is created by the worker's own read of the stream.
local taken = redis.pcall(
  'XREADGROUP', 'GROUP', given.group, given.consumer, 'COUNT', given.most_delivered, 'STREAMS', inbox_key, '>'
)
if not taken or taken.err then
  return {{}, owner, given.attempt}
end
return {taken[1][2], '', given.attempt, read_table(KEYS, 4, given.update, true)}
