-- One beat: a worker is there, and Telegram with it. Time in which nobody was is counted here, once.
-- All times are milliseconds. Steady time is the server's less "slip", by how much its clock was set; served time is the
-- server's less "away", which counts absences and that.
-- KEYS: clock, workers, absences
-- ARGV: 1 worker, 2 '1' if it was not there until now, 3 the time or '' (the server's own), 4 time of the worker's
--       former beat or '' (none), 5 "away" and 6 "slip" as that beat left them, 7 how long ago it was by the worker's own
--       monotonic clock, 8 least that counts as a jump of the server's clock, 9 least absence that counts, 10 the same
--       where no worker is registered, 11 how many absences to keep
-- Returns {time, away, slip, absences}; the absences, the newest first, only where "away" is another than at 5
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local clock = redis.call('HMGET', KEYS[1], 'beat', 'away', 'slip')
local last, away, slip = tonumber(clock[1]), tonumber(clock[2]) or 0, tonumber(clock[3]) or 0

local function count(by)
  -- Less than counts as an absence at all is what an answer took, and no use to remember.
  if math.abs(by) >= tonumber(ARGV[10]) then
    local from = now - math.max(0, by)
    redis.call('LPUSH', KEYS[3], string.format('%.0f %.0f %.0f %.0f', from, now, away, away + by))
    redis.call('LTRIM', KEYS[3], 0, tonumber(ARGV[11]) - 1)
  end
  away = away + by
end

-- The server's clock was set since the former beat by what the worker's own clock did not see. Others may have
-- counted that: a jump ahead as an absence too, if they had no former beat to compare with.
local former = tonumber(ARGV[4])
if former then
  local jump, unseen = now - former - tonumber(ARGV[7]), 0
  if jump >= tonumber(ARGV[8]) then
    unseen = math.max(0, jump - (away - tonumber(ARGV[5])))
  elseif -jump >= tonumber(ARGV[8]) then
    unseen = math.min(0, jump - (slip - tonumber(ARGV[6])))
  end
  if unseen ~= 0 then
    count(unseen)
    slip = slip + unseen
  end
end

local gap = 0
if last then
  gap = now - slip - last
end
if gap < 0 then
  count(gap)
  slip, gap = slip + gap, 0
end

local steady = now - slip
if ARGV[2] == '1' then
  redis.call('ZREM', KEYS[2], ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', steady - tonumber(ARGV[9])))
local least = tonumber(ARGV[9])
if redis.call('ZCARD', KEYS[2]) == 0 then
  least = tonumber(ARGV[10])
end
if gap >= least then
  count(gap)
end

local function text(number)
  return string.format('%.0f', number)
end
redis.call('HSET', KEYS[1], 'beat', text(steady), 'away', text(away), 'slip', text(slip))
redis.call('ZADD', KEYS[2], text(steady), ARGV[1])
local absences = {}
if tonumber(ARGV[5]) ~= away then
  absences = redis.call('LRANGE', KEYS[3], 0, -1)
end
return {now, away, slip, absences}
