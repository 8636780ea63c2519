-- Takes the next chat of a broadcast, and notes that before anything is sent; of a chat that another process had taken,
-- or this one and lost sight of, nobody knows whether it got the broadcast, and it is never tried again.
-- KEYS: broadcast, waiting, in flight, delivered, failed
-- ARGV: an attempt: sent again it gets the same chat; '1' if the process still sends to chats that it took
-- Returns a chat; else 'wait' (what was begun is not done yet), 'done', 'stopped', or the broadcast's state where that is
-- not 'running'
local broadcast_key, waiting_key, trying_key, delivered_key, failed_key = unpack(KEYS)
local own_mark = epochs[1] .. ' '
local mark = own_mark .. ARGV[1]
local trying, is_sending = redis.call('HGETALL', trying_key), false
for i = 1, #trying, 2 do
  if trying[i + 1] == mark then
    return trying[i]
  elseif ARGV[2] == '1' and string.sub(trying[i + 1], 1, #own_mark) == own_mark then
    is_sending = true
  else
    redis.call('HDEL', trying_key, trying[i])
    redis.call('HSET', failed_key, trying[i], 'unknown')
  end
end
local state = redis.call('HMGET', broadcast_key, 'state', 'stop')
if state[1] ~= 'running' then
  return state[1] or 'over'
end
while not state[2] do
  local chat = redis.call('SPOP', waiting_key)
  if not chat then
    break
  end
  if redis.call('SISMEMBER', delivered_key, chat) == 0 and redis.call('HEXISTS', failed_key, chat) == 0
      and redis.call('HEXISTS', trying_key, chat) == 0 then
    redis.call('HSET', trying_key, chat, mark)
    return chat
  end
end
return is_sending and 'wait' or state[2] and 'stopped' or 'done'
