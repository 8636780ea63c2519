-- Takes a shard, or releases it, if its owner is still the one seen. Taking it ends a former owner's claims: what was
-- claimed and not done is due again at once, at its original time.
-- KEYS: owner; then, except for a migration, the shard's schema; then pairs of a schedule and its claims
-- ARGV: the seen epoch or '' (no owner), the new one or '' (none), how long a claim lasts, the worker's schema
-- Returns 1 if it is done, or was by the same call before; -1 if the shard has another schema than the worker
if ARGV[4] and ARGV[2] ~= '' then
  local schema = redis.pcall('GET', KEYS[2])
  if type(schema) == 'string' and schema ~= ARGV[4] then
    return -1
  end
end
local owner = redis.call('GET', KEYS[1]) or ''
if owner == ARGV[2] then
  -- Sent again, as the answer was lost: every epoch is unique.
  return 1
end
if owner ~= ARGV[1] then
  return 0
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2])
  for i = 3, #KEYS, 2 do
    local due, claims = KEYS[i], KEYS[i + 1]
    -- Ignore keys that are no sorted sets.
    local found = redis.pcall('ZRANGE', claims, 0, -1, 'WITHSCORES')
    found = found.err and {} or found
    for place = 1, #found, 2 do
      -- What was done meanwhile, or postponed, has another time.
      if redis.pcall('ZSCORE', due, found[place]) == found[place + 1] then
        redis.call('ZADD', due, tonumber(found[place + 1]) - tonumber(ARGV[3]), found[place])
      end
    end
    redis.call('DEL', claims)
  end
end
return 1
