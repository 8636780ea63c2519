-- Takes over what a basic group had that has become this supergroup: its game, unless there is one here already, which is
-- newer, and whatever of its choices nobody has made here. Once: who comes late with it finds it taken over.
-- KEYS: game, deadlines, unreachable scopes; then those to copy, and the hashes to merge
-- ARGV: a map of
--   scope, old_chat
--   deadline: none if nothing is due
--   unreachable: whether the old chat's clocks are stopped
--   idle_seconds: how long to keep that, and the note that this was done
--   dumps: of the keys to copy, the game first; '' for one that does not exist
--   ttls_ms: their lifetimes, 0 for ever
--   hashes: of each hash to merge its fields, names and values alternating
local game_key, deadlines_key, unreachable_key = unpack(KEYS, 1, 3)
local group = cmsgpack.unpack(ARGV[1])

local here = redis.call('HMGET', game_key, 'version', 'state', 'came', 'post', 'photo')
if here[3] == group.old_chat then
  return
end
if group.dumps[1] ~= '' and not here[2] then
  for i, dump in ipairs(group.dumps) do
    if dump ~= '' then
      redis.call('RESTORE', KEYS[3 + i], group.ttls_ms[i], dump, 'REPLACE')
    end
  end
  -- Messages have other numbers here.
  redis.call('HDEL', game_key, 'moved', 'due', 'post')
  -- A table that was closed here has left its number behind: none is given twice.
  local closed = tonumber(here[1])
  if closed and closed >= (tonumber(redis.call('HGET', game_key, 'version')) or 0) then
    redis.call('HSET', game_key, 'version', closed + 1)
  end
  -- What was told here before is newer than what was told there.
  if here[4] then
    redis.call('HSET', game_key, 'post', here[4])
  end
  if here[5] then
    redis.call('HSET', game_key, 'photo', here[5])
  end
  if group.deadline then
    redis.call('ZADD', deadlines_key, group.deadline, group.scope)
  end
end
if group.unreachable then
  redis.call('SADD', unreachable_key, group.scope)
  redis.call('EXPIRE', unreachable_key, group.idle_seconds)
end
for i, fields in ipairs(group.hashes) do
  for at = 1, #fields, 2 do
    redis.call('HSETNX', KEYS[3 + #group.dumps + i], fields[at], fields[at + 1])
  end
end
redis.call('HSET', game_key, 'came', group.old_chat)
if redis.call('TTL', game_key) < 0 then
  redis.call('EXPIRE', game_key, group.idle_seconds)
end
