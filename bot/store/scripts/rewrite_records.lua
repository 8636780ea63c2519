-- Rewrite records of a chat, or delete them all, and have all that is derived from them derived anew.
-- KEYS: progress, records, game of the chat without a topic, standings, effects, then figures, as many as there are
-- ARGV: a map of
--   run: of the progress that was looked at
--   count: how many records were folded when the keys were looked for
--   length: how many records there are to be, at least, or to erase: just as many; 0 if that does not matter
--   rewritten: places from 0 and records, alternating
--   erase: whether to delete all records
-- Returns 1; 0 if they were rewritten meanwhile, or are to be and the chat has moved: the records are on their way then;
-- 2 if more were folded since, which may have made further keys.
local progress_key, records_key, game_key = unpack(KEYS, 1, 3)
local refold = cmsgpack.unpack(ARGV[1])

if (refold.erase or #refold.rewritten > 0) and redis.call('HEXISTS', game_key, 'moved') == 1 then
  return 0
end

if (redis.call('HGET', progress_key, 'run') or '0') ~= refold.run then
  return 0
end
if (redis.call('HGET', progress_key, 'count') or '0') ~= refold.count then
  return 2
end
local length = redis.call('LLEN', records_key)
if length < tonumber(refold.length) or (refold.erase and length ~= tonumber(refold.length)) then
  return 0
end
for place = 1, #refold.rewritten, 2 do
  redis.call('LSET', records_key, refold.rewritten[place], refold.rewritten[place + 1])
end
if refold.erase then
  redis.call('UNLINK', records_key)
end
for place = 4, #KEYS do
  redis.call('UNLINK', KEYS[place])
end
redis.call('HSET', progress_key, 'run', tonumber(refold.run) + 1, 'count', 0, 'season', 0)
return 1
