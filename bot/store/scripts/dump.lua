-- The contents of some keys at one instant.
-- KEYS: any
-- ARGV: how many of the last keys are lists that only grow, so that their length determines their content
-- Returns for each key {kind, milliseconds to live or -1, values}, with kind 'none' for a missing key; the values are a
-- flat list as from HGETALL, LRANGE, SMEMBERS or ZRANGE … WITHSCORES, a string's one value, and a stream's entries; for
-- a list that only grows its length
local found, growing_from = {}, #KEYS - tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  local values = {}
  if kind == 'string' then
    values = {redis.call('GET', key)}
  elseif kind == 'hash' then
    values = redis.call('HGETALL', key)
  elseif kind == 'list' and i > growing_from then
    values = {tostring(redis.call('LLEN', key))}
  elseif kind == 'list' then
    values = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'set' then
    values = redis.call('SMEMBERS', key)
  elseif kind == 'zset' then
    values = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif kind == 'stream' then
    values = redis.call('XRANGE', key, '-', '+')
  end
  found[i] = {kind, redis.call('PTTL', key), values}
end
return found
