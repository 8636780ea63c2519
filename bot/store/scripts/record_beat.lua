-- One beat: a worker is there, and updates can come in and be stored. Counts the downtime that it ends, once.
-- All times are milliseconds. Steady time is the server's less "slip", by how much its clock was set; served time is
-- the server's less "away", which is the downtime plus that.
-- KEYS: clock, workers, downtimes (in steady time), jumps of the server's clock
-- ARGV: a map of
--   worker
--   returning: whether it was away until now
--   now: the time; none: the server's own
--   least_jump: the least that counts as a jump of the server's clock
--   least_downtime, least_idle_downtime: the least gap that counts, and the same with no worker registered
--   most: how many downtimes and jumps to keep
--   newest_commit: the served time of the last commit; none if it was not asked
-- and of the worker's former beat, if there was one:
--   former_away, former_slip: "away" and "slip" after it
--   jump: the least by which the server's clock was set since then
--   latest_steady: the latest possible steady time by that beat and the worker's own clock
-- Returns {time, away, slip, downtimes, jumps}; the lists, latest first, only if "away" or "slip" has changed since the
-- former beat
local clock_key, workers_key, downtimes_key, jumps_key = unpack(KEYS)
local beat = cmsgpack.unpack(ARGV[1])

-- First the command that stores an update (append_update.lua), with no effect here: so a beat is refused whenever an
-- update would be. A server that is out of memory lets a script continue once it has written anything.
redis.call('ZADD', workers_key, 'XX', 'GT', '-inf', beat.worker)

local now = tonumber(beat.now)
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local former_away, former_slip = tonumber(beat.former_away), tonumber(beat.former_slip)
local clock = redis.call('HMGET', clock_key, 'beat', 'away', 'slip')
local last, away, slip = tonumber(clock[1]), tonumber(clock[2]) or 0, tonumber(clock[3]) or 0
local least_jump, most = tonumber(beat.least_jump), tonumber(beat.most)

local function text(number)
  return string.format('%.0f', number)
end

-- The second number of a record; an invalid one counts as the oldest.
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
  for index, jump in ipairs(redis.call('LRANGE', jumps_key, 0, -1)) do
    if math.abs(number(jump) - after) < least_jump then
      redis.call('LTRIM', jumps_key, index, -1)
      return
    end
  end
  keep(jumps_key, text(now - after), text(before), text(after))
end

-- A worker without a former beat to compare with took the setting of the clock for a gap: beats were noted at an
-- impossible steady time. The time since the beat before that is judged again.
local function correct(by)
  away, last = away - by, last - by
  local steady = now - slip
  for _, absence in ipairs(redis.call('LRANGE', downtimes_key, 0, -1)) do
    if number(absence) <= steady then
      break
    end
    redis.call('LPOP', downtimes_key)
  end
  for _, worker in ipairs(redis.call('ZRANGEBYSCORE', workers_key, '(' .. text(steady), '+inf')) do
    redis.call('ZADD', workers_key, text(steady), worker)
  end
end

local jump = tonumber(beat.jump)
if jump then
  local unseen = jump - (slip - former_slip)
  local counted = (away - slip) - (former_away - former_slip)
  -- If others have beaten meanwhile, and no gap was counted, it was this worker's own clock that stopped, as on a
  -- paused machine.
  local paused = unseen > 0 and counted == 0 and last and now - slip - unseen < last
  if math.abs(unseen) >= least_jump and not paused then
    set(unseen)
    if unseen > 0 and counted > 0 and last - tonumber(beat.latest_steady) >= least_jump then
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

-- A commit proves presence, and nothing done may be ahead of served time, whatever became of the last beats.
local committed = tonumber(beat.newest_commit)
if committed and last then
  local since = now - away - committed
  gap = math.max(0, math.min(gap, since))
  away = away + math.min(0, since)
end

local steady = now - slip
if beat.returning then
  redis.call('ZREM', workers_key, beat.worker)
end
local least = tonumber(beat.least_downtime)
redis.call('ZREMRANGEBYSCORE', workers_key, '-inf', text(steady - least))
if redis.call('ZCARD', workers_key) == 0 then
  least = tonumber(beat.least_idle_downtime)
end
if gap >= least then
  local absent = away - slip
  keep(downtimes_key, text(steady - gap), text(steady), text(absent), text(absent + gap))
  away = away + gap
end

redis.call('HSET', clock_key, 'beat', text(steady), 'away', text(away), 'slip', text(slip))
redis.call('ZADD', workers_key, text(steady), beat.worker)
local absences, jumps = {}, {}
if former_away ~= away or former_slip ~= slip then
  absences, jumps = redis.call('LRANGE', downtimes_key, 0, -1), redis.call('LRANGE', jumps_key, 0, -1)
end
return {now, away, slip, absences, jumps}
