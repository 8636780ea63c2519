-- Closes a group that has become a supergroup: nothing is committed here any more.
-- KEYS: game, deadlines
-- ARGV: the new chat, scope, seconds to keep what says so
-- Returns {the chat that it has moved to, 1 if all that it had is there}
local moved = redis.call('HGET', KEYS[1], 'moved')
if moved then
  return {moved, redis.call('HEXISTS', KEYS[1], 'left')}
end
redis.call('HSET', KEYS[1], 'moved', ARGV[1])
if redis.call('TTL', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
local due = redis.call('ZSCORE', KEYS[2], ARGV[2])
if due then
  redis.call('HSET', KEYS[1], 'due', due)
  redis.call('ZREM', KEYS[2], ARGV[2])
end
return {ARGV[1], 0}
