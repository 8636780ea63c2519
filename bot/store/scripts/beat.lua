-- One beat: a worker is there, and Telegram with it. Time in which nobody was is counted here, once.
-- All times are milliseconds. Steady time is the server's less "slip", by how much its clock was set; served time is the
-- server's less "away", which counts absences and that.
-- KEYS: clock, workers, absences (in steady time), jumps of the server's clock
-- ARGV: 1 worker, 2 '1' if it was not there until now, 3 the time or '' (the server's own), 4 by how much the server's
--       clock was surely set since the worker's former beat, 5 what steady time it can be at most by that beat and the
--       worker's own clock, 6 "away" and 7 "slip" as that beat left them; '' for each where it had none, 8 least that
--       counts as a jump of the server's clock, 9 least absence that counts, 10 the same where no worker is registered,
--       11 how many absences and jumps to keep, 12 up to when in served time anything was committed, or '' (not asked)
-- Returns {time, away, slip, absences, jumps}; the lists, the newest first, only where "away" or "slip" is another than
-- at 6 and 7
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local clock = redis.call('HMGET', KEYS[1], 'beat', 'away', 'slip')
local last, away, slip = tonumber(clock[1]), tonumber(clock[2]) or 0, tonumber(clock[3]) or 0
local least_jump, most = tonumber(ARGV[8]), tonumber(ARGV[11])

local function text(number)
  return string.format('%.0f', number)
end

-- The second number of a record; one that is none is as old as can be.
local function number(record)
  return tonumber(string.match(record, '^%S+ (%S+)') or '') or -math.huge
end

local function keep(key, ...)
  redis.call('LPUSH', key, table.concat({...}, ' '))
  redis.call('LTRIM', key, 0, most - 1)
end

-- Note by how much the clock was set; what only undoes former jumps leaves none of them.
local function set(by)
  local before, after = slip, slip + by
  slip, away = after, away + by
  if math.abs(by) < least_jump then
    return
  end
  for index, jump in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
    if math.abs(number(jump) - after) < least_jump then
      redis.call('LTRIM', KEYS[4], index, -1)
      return
    end
  end
  keep(KEYS[4], text(now - after), text(before), text(after))
end

-- A worker that had no former beat to compare with took the clock's being set for an absence: beats were noted at a
-- steady time that it cannot have been yet. The time since the beat before that is judged anew.
local function correct(by)
  away, last = away - by, last - by
  local steady = now - slip
  for _, absence in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
    if number(absence) <= steady then
      break
    end
    redis.call('LPOP', KEYS[3])
  end
  for _, worker in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. text(steady), '+inf')) do
    redis.call('ZADD', KEYS[2], text(steady), worker)
  end
end

local jump = tonumber(ARGV[4])
if jump then
  local unseen = jump - (slip - tonumber(ARGV[7]))
  local counted = (away - slip) - (tonumber(ARGV[6]) - tonumber(ARGV[7]))
  -- Where others have beaten on meanwhile, and none was taken to be absent, it was this worker's own clock that stood
  -- still, as that of a machine does which is paused.
  local paused = unseen > 0 and counted == 0 and last and now - slip - unseen < last
  if math.abs(unseen) >= least_jump and not paused then
    set(unseen)
    if unseen > 0 and counted > 0 and last - tonumber(ARGV[5]) >= least_jump then
      correct(counted)
    end
  end
end

local gap = 0
if last then
  gap = now - slip - last
end
if gap < 0 then
  set(gap)
  gap = 0
end

-- Whoever committed was there, and nothing that was done may lie ahead of served time, whatever became of the last beats.
local committed = tonumber(ARGV[12])
if committed and last then
  local since = now - away - committed
  gap = math.max(0, math.min(gap, since))
  away = away + math.min(0, since)
end

local steady = now - slip
if ARGV[2] == '1' then
  redis.call('ZREM', KEYS[2], ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(steady - tonumber(ARGV[9])))
local least = tonumber(ARGV[9])
if redis.call('ZCARD', KEYS[2]) == 0 then
  least = tonumber(ARGV[10])
end
if gap >= least then
  local absent = away - slip
  keep(KEYS[3], text(steady - gap), text(steady), text(absent), text(absent + gap))
  away = away + gap
end

redis.call('HSET', KEYS[1], 'beat', text(steady), 'away', text(away), 'slip', text(slip))
redis.call('ZADD', KEYS[2], text(steady), ARGV[1])
local absences, jumps = {}, {}
if tonumber(ARGV[6]) ~= away or tonumber(ARGV[7]) ~= slip then
  absences, jumps = redis.call('LRANGE', KEYS[3], 0, -1), redis.call('LRANGE', KEYS[4], 0, -1)
end
return {now, away, slip, absences, jumps}
