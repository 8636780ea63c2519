-- Puts a table that cannot be read into quarantine: it is kept with its log and words under keys of its own, and its place
-- is free.
-- KEYS: game, log, words, deadlines, owner, quarantined game, quarantined log
-- ARGV: 1 the epoch that owns the shard, or 'alone' (without a fence), 2 the version that was read, 3 scope, 4 seconds to keep it
-- Returns 'ok'; 'other' where the table is another by now; 'fenced' where another owns the shard
if ARGV[1] ~= 'alone' and redis.call('GET', KEYS[5]) ~= ARGV[1] then
  return 'fenced'
end
local game = redis.call('HMGET', KEYS[1], 'version', 'state', 'moved')
if not game[2] or game[3] or game[1] ~= ARGV[2] then
  return 'other'
end
redis.call('ZREM', KEYS[4], ARGV[3])
redis.call('DEL', KEYS[6], KEYS[7])
redis.call('HSET', KEYS[6], 'version', game[1], 'state', game[2], 'at', redis.call('TIME')[1])
-- Words that are no string are not worth keeping, and do no harm.
local words = redis.pcall('GET', KEYS[3])
if type(words) == 'string' then
  redis.call('HSET', KEYS[6], 'words', words)
end
redis.call('EXPIRE', KEYS[6], ARGV[4])
if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('RENAME', KEYS[2], KEYS[7])
  redis.call('EXPIRE', KEYS[7], ARGV[4])
end
redis.call('DEL', KEYS[3])
redis.call('HDEL', KEYS[1], 'state', 'post', 'shown', 'photo')
redis.call('HINCRBY', KEYS[1], 'version', 1)
return 'ok'
