-- Delivers the new entries of some streams, each only to the owner of its shard.
-- KEYS: owner and stream of each
-- ARGV: group, most entries of each stream, then of each the epoch that owns it, or 'alone' (without a fence)
-- Returns the server's time in milliseconds; then for each its entries, the oldest first, or 'lost' where another owns it
-- by now
local function take(stream, consumer)
  return redis.pcall('XREADGROUP', 'GROUP', ARGV[1], consumer, 'COUNT', ARGV[2], 'STREAMS', stream, '>')
end

local time = redis.call('TIME')
local answer = {time[1] * 1000 + math.floor(time[2] / 1000)}
for i = 1, #KEYS / 2 do
  local stream, epoch = KEYS[2 * i], ARGV[2 + i]
  if epoch ~= 'alone' and redis.call('GET', KEYS[2 * i - 1]) ~= epoch then
    answer[1 + i] = 'lost'
  else
    local taken = take(stream, epoch)
    if taken and taken.err then
      -- A key that is no stream does no harm to the others.
      redis.pcall('XGROUP', 'CREATE', stream, ARGV[1], '0', 'MKSTREAM')
      taken = take(stream, epoch)
    end
    answer[1 + i] = taken and not taken.err and taken[1] and taken[1][2] or {}
  end
end
return answer
