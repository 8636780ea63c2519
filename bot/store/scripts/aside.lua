-- Puts a table that cannot be read into quarantine: it is kept with its log and words under keys of its own, and its place
-- and its number in its place are free.
-- KEYS: game, log, words, deadlines, owner, quarantined game, quarantined log, numbers of the place, game of its first table
-- ARGV: 1 the epoch that owns the shard, or 'alone' (without a fence), 2 the version that was read, 3 scope, 4 seconds to keep it, 5 the table's number
-- Returns 'ok'; 'other' where the table is another by now; 'fenced' where another owns the shard
if ARGV[1] ~= 'alone' and redis.call('GET', KEYS[5]) ~= ARGV[1] then
  return 'fenced'
end
local game = redis.call('HMGET', KEYS[1], 'version', 'state')
-- That a group has moved is said at its first table alone.
if not game[2] or game[1] ~= ARGV[2] or redis.call('HEXISTS', KEYS[9], 'moved') == 1 then
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
-- When a number became free that need not rest is nobody's question.
local is_told = redis.call('HGET', KEYS[8], ARGV[5]) == 'told'
free_number(KEYS[8], ARGV[5], is_told and redis.call('TIME')[1] or '1')
return 'ok'
