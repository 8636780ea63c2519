-- Records whether a chat got the broadcast. It is true whoever owns the shard by now: a late answer mends what was unknown.
-- KEYS: waiting, in flight, delivered, failed
-- ARGV: chat; 'told', 'again' (nothing was sent), 'moved', or why it was not delivered; with 'moved' the chat's new number
-- Returns 1
local was = redis.call('HDEL', KEYS[2], ARGV[1])
if ARGV[2] == 'told' then
  redis.call('HDEL', KEYS[4], ARGV[1])
  redis.call('SADD', KEYS[3], ARGV[1])
elseif ARGV[2] == 'again' then
  if was == 1 or redis.call('HGET', KEYS[4], ARGV[1]) == 'unknown' then
    redis.call('HDEL', KEYS[4], ARGV[1])
    redis.call('SADD', KEYS[1], ARGV[1])
  end
elseif ARGV[2] == 'moved' then
  redis.call('HDEL', KEYS[4], ARGV[1])
  redis.call('SADD', KEYS[1], ARGV[3])
elseif redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 0 then
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[2])
end
return 1
