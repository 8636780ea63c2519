-- Takes a shard, or releases it, if it is still owned as it was seen. Taking it ends the claims of a former owner: what was
-- claimed and not done is due again at once, as of when it was claimed.
-- KEYS: owner; then, but where a migration takes it, the shard's schema, and in turn what is due there and the claims of it
-- ARGV: the epoch that was seen or '' (nobody's), the new one or '' (nobody's), how long a claim holds, the worker's schema
-- Returns 1 if it is done, or was by the same call before; -1 where the shard is of another schema than the worker
if ARGV[4] and ARGV[2] ~= '' then
  local schema = redis.pcall('GET', KEYS[2])
  if type(schema) == 'string' and schema ~= ARGV[4] then
    return -1
  end
end
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
  for i = 3, #KEYS, 2 do
    local due, claims = KEYS[i], KEYS[i + 1]
    -- Keys that are no sorted sets do no harm.
    local found = redis.pcall('ZRANGE', claims, 0, -1, 'WITHSCORES')
    found = found.err and {} or found
    for place = 1, #found, 2 do
      -- What was done meanwhile, or put off, has another instant.
      if redis.pcall('ZSCORE', due, found[place]) == found[place + 1] then
        redis.call('ZADD', due, tonumber(found[place + 1]) - tonumber(ARGV[3]), found[place])
      end
    end
    redis.call('DEL', claims)
  end
end
return 1
