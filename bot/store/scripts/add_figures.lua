-- Adds to a hash of figures, once per attempt: the latest attempts are noted, so that the command may be sent again.
-- KEYS: the figures
-- ARGV: the attempt, seconds to keep the figures, then names and increments alternating
local attempts = redis.call('HGET', KEYS[1], 'attempts') or ''
if string.find(attempts, ARGV[1], 1, true) then
  return
end
for at = 3, #ARGV, 2 do
  redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1])
end
redis.call('HSET', KEYS[1], 'attempts', string.sub(ARGV[1] .. ' ' .. attempts, 1, 16 * (#ARGV[1] + 1)))
redis.call('EXPIRE', KEYS[1], ARGV[2])
