-- Puts an unreadable table into quarantine: it is kept with its log and words under other keys, and its place and
-- number become free.
-- KEYS: game, log, words, deadlines, quarantined game, quarantined log, numbers of the place, game of its first table
-- ARGV: the version read, scope, seconds to keep it, the table's number
-- Returns 1; 0 if the table has changed
local game_key, log_key, words_key, deadlines_key, quarantined_key, quarantined_log_key, numbers_key, first_key = unpack(KEYS)
local version, scope, seconds, number = unpack(ARGV)
local game = redis.call('HMGET', game_key, 'version', 'state')
-- The mark that a group has migrated is only at its first table.
if not game[2] or game[1] ~= version or redis.call('HEXISTS', first_key, 'moved') == 1 then
  return 0
end
redis.call('ZREM', deadlines_key, scope)
redis.call('DEL', quarantined_key, quarantined_log_key)
redis.call('HSET', quarantined_key, 'version', game[1], 'state', game[2], 'at', redis.call('TIME')[1])
-- Words that are no string are dropped.
local words = redis.pcall('GET', words_key)
if type(words) == 'string' then
  redis.call('HSET', quarantined_key, 'words', words)
end
redis.call('EXPIRE', quarantined_key, seconds)
if redis.call('EXISTS', log_key) == 1 then
  redis.call('RENAME', log_key, quarantined_log_key)
  redis.call('EXPIRE', quarantined_log_key, seconds)
end
redis.call('DEL', words_key)
redis.call('HDEL', game_key, 'state', 'post', 'shown', 'photo')
redis.call('HINCRBY', game_key, 'version', 1)
-- When a number that need not rest became free does not matter.
local is_told = redis.call('HGET', numbers_key, number) == 'told'
free_number(numbers_key, number, is_told and redis.call('TIME')[1] or '1')
return 1
