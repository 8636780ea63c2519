-- Starts a broadcast, unless another one runs; the draft is deleted, so that a second press of its button finds none.
-- KEYS: the broadcast, the draft, then of the last one: waiting, in flight, delivered, failed
-- ARGV: the draft's mark, then fields of the broadcast and their values, alternating
-- Returns 'begun'; 'busy' while another runs; 'stale' if the draft is another, or gone
local state = redis.call('HGET', KEYS[1], 'state')
if state and state ~= 'over' then
  return 'busy'
end
local draft = redis.call('GET', KEYS[2])
if not draft or string.sub(draft, 1, #ARGV[1] + 1) ~= ARGV[1] .. ' ' then
  return 'stale'
end
redis.call('DEL', unpack(KEYS))
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'text', string.sub(draft, #ARGV[1] + 2), 'state', 'gathering',
  unpack(ARGV, 2))
return 'begun'
