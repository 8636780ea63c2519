-- Takes over a part of the history of a basic group that became this supergroup, once.
-- KEYS: progress of the migration, records; then packed games, and ids of the pictures of games' ends
-- ARGV: a map of
--   mark: the field with the progress
--   from, to: its value before and after
--   records: to append
--   kept: games' data, one for each of those keys
--   lifetimes_ms: theirs; 0 for ever
--   idle_seconds: how long to keep the progress
-- Returns the progress, whoever made it
local carried_key, records_key = unpack(KEYS, 1, 2)
local part = cmsgpack.unpack(ARGV[1])

local done = redis.call('HGET', carried_key, part.mark) or '0'
if done ~= part.from then
  return tonumber(done)
end
if #part.records > 0 then
  redis.call('RPUSH', records_key, unpack(part.records))
end
for place, data in ipairs(part.kept) do
  -- Existing data have been changed since, or are the same.
  if part.lifetimes_ms[place] == '0' then
    redis.call('SET', KEYS[2 + place], data, 'NX')
  else
    redis.call('SET', KEYS[2 + place], data, 'PX', part.lifetimes_ms[place], 'NX')
  end
end
redis.call('HSET', carried_key, part.mark, part.to)
redis.call('EXPIRE', carried_key, part.idle_seconds)
return tonumber(part.to)
