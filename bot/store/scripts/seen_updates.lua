-- Put before scripts that read or write a chat's seen updates: a hash from each update's id to its effect,
-- "<number> <scope> <version>" or "<number>"; the numbers count the chat's updates, and "count" is the last one.
local function is_seen(seen_key, update)
  return redis.call('HEXISTS', seen_key, update) == 1
end

local function note_seen(seen_key, update, what, most, seconds)
  most = tonumber(most)
  local count = redis.call('HINCRBY', seen_key, 'count', 1)
  redis.call('HSET', seen_key, update, count .. what)
  redis.call('EXPIRE', seen_key, seconds)
  -- Now and then, as it looks through all of them.
  if redis.call('HLEN', seen_key) <= most + math.ceil(most / 4) + 1 then
    return
  end
  local stored = redis.call('HGETALL', seen_key)
  for at = 1, #stored, 2 do
    if stored[at] ~= 'count' and (tonumber(string.match(stored[at + 1], '^%d+')) or 0) <= count - most then
      redis.call('HDEL', seen_key, stored[at])
    end
  end
end
