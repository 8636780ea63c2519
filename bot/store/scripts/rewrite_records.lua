-- Rewrites records of a chat, or deletes them all, and restarts the derivation.
-- KEYS: progress, records, game of the chat without a topic, standings, effects, then figures, as many as there are
-- ARGV: a map of
--   run: of the progress seen
--   count: how many records were counted when the keys were searched
--   length: the least number of records or, to erase, the exact one; 0 if that does not matter
--   rewritten: indices from 0 and records, alternating
--   erase: whether to delete all records
-- Returns 1; 0 if they were rewritten meanwhile, or if the chat has migrated and takes its records along;
-- 2 if more were counted since, which may have made further keys
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
