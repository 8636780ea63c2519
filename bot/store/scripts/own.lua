-- Takes a shard over, or lets it go, if it is still owned as it was seen.
-- KEYS: owner
-- ARGV: the epoch that was seen or '' (nobody's), the new one or '' (nobody's)
-- Returns 1 if it is done, or was by the same call before
local owner = redis.call('GET', KEYS[1]) or ''
if owner == ARGV[2] then
  -- Sent again, as the answer was lost: no epoch is made twice.
  return 1
end
if owner ~= ARGV[1] then
  return 0
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2])
end
return 1
