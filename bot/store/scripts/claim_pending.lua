-- Gives a shard's owner all entries of a stream that were delivered before and not finished, whoever took them; former
-- owners' consumers are deleted.
-- KEYS: stream
-- ARGV: group
-- Returns the server's time in milliseconds, and {id, deliveries, names and values} of each, oldest first
local stream, group, epoch = KEYS[1], ARGV[1], epochs[1]
-- From the first entry on, so that nothing written before is missed; an error means that it exists.
redis.pcall('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('TYPE', stream).ok ~= 'stream' then
  -- Ignore a key that is no stream.
  return {now, {}}
end

local held, cursor = {}, '0-0'
repeat
  local page = redis.call('XAUTOCLAIM', stream, group, epoch, 0, cursor, 'COUNT', 256)
  cursor = page[1]
  for _, entry in ipairs(page[2]) do
    -- Before Redis 7, entries deleted meanwhile have no placeholder.
    if entry and entry[2] then
      held[entry[1]] = entry[2]
    end
  end
until cursor == '0-0'

local found, after = {}, '-'
repeat
  local pending = redis.call('XPENDING', stream, group, after, '+', 256, epoch)
  for _, given in ipairs(pending) do
    local fields = held[given[1]]
    if fields then
      found[#found + 1] = {given[1], given[4], fields}
    else
      redis.call('XACK', stream, group, given[1])
    end
    after = '(' .. given[1]
  end
until #pending < 256

local consumers = redis.pcall('XINFO', 'CONSUMERS', stream, group)
for _, other in ipairs(consumers.err and {} or consumers) do
  local about = {}
  for i = 1, #other, 2 do
    about[other[i]] = other[i + 1]
  end
  if about.name ~= epoch and about.pending == 0 then
    redis.call('XGROUP', 'DELCONSUMER', stream, group, about.name)
  end
end
return {now, found}
