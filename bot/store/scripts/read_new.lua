-- Delivers the new entries of some streams, one per shard.
-- KEYS: the streams
-- ARGV: group, most entries of each stream
-- Returns the server's time in milliseconds; then for each its entries, oldest first
local function take(stream, consumer)
  return redis.pcall('XREADGROUP', 'GROUP', ARGV[1], consumer, 'COUNT', ARGV[2], 'STREAMS', stream, '>')
end

local time = redis.call('TIME')
local answer = {time[1] * 1000 + math.floor(time[2] / 1000)}
for i, stream in ipairs(KEYS) do
  local taken = take(stream, epochs[i])
  if taken and taken.err then
    -- Ignore a key that is no stream.
    redis.pcall('XGROUP', 'CREATE', stream, ARGV[1], '0', 'MKSTREAM')
    taken = take(stream, epochs[i])
  end
  answer[1 + i] = taken and not taken.err and taken[1] and taken[1][2] or {}
end
return answer
