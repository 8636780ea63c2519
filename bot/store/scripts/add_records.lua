-- Writes what was derived from some more records of a chat: all of it, or nothing.
-- KEYS: progress, records, standings, effects, then figures, one per period
-- ARGV: a map of
--   run, count: of the progress that it was derived from
--   folded: how many records are now counted
--   season: the latest season's number
--   form: the form of the derived data
--   standings: users and their standings, alternating
--   effects: one for each record
--   figures: for each period users and figures, alternating
--   seconds: how long to keep each period's figures; 0 for ever
-- Returns 1; 0 if another was faster, or the records were rewritten meanwhile
local progress_key, records_key, standings_key, effects_key = unpack(KEYS, 1, 4)
local given = cmsgpack.unpack(ARGV[1])

local progress = redis.call('HMGET', progress_key, 'run', 'count')
if (progress[1] or '0') ~= given.run or (progress[2] or '0') ~= given.count then
  return 0
end
if redis.call('LLEN', records_key) < tonumber(given.folded) then
  return 0
end

if #given.standings > 0 then
  redis.call('HSET', standings_key, unpack(given.standings))
end
redis.call('RPUSH', effects_key, unpack(given.effects))
for place, fields in ipairs(given.figures) do
  local key = KEYS[4 + place]
  redis.call('HSET', key, unpack(fields))
  if given.seconds[place] ~= '0' then
    redis.call('EXPIRE', key, given.seconds[place])
  end
end
redis.call('HSET', progress_key, 'count', given.folded, 'season', given.season, 'form', given.form)
return 1
