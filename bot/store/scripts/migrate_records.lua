-- Takes over a part of what a basic group remembered that has become this supergroup, once.
-- KEYS: how much was taken over, records; then packed games, and ids of the pictures of games' ends
-- ARGV: a map of
--   mark: the field that says how much of it was taken over
--   from, to: what that says before and after
--   records: to append
--   kept: what is kept of games, one of each of those keys
--   lifetimes_ms: theirs; 0 for ever
--   idle_seconds: how long to keep the note of it
-- Returns how much is taken over by now, whoever did it.
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
  -- What is here already has been changed since, or is the same.
  if part.lifetimes_ms[place] == '0' then
    redis.call('SET', KEYS[2 + place], data, 'NX')
  else
    redis.call('SET', KEYS[2 + place], data, 'PX', part.lifetimes_ms[place], 'NX')
  end
end
redis.call('HSET', carried_key, part.mark, part.to)
redis.call('EXPIRE', carried_key, part.idle_seconds)
return tonumber(part.to)
