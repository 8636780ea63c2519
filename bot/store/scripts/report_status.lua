-- Stores a worker's report and adds the moves counted since its last one; once per report.
-- KEYS: reports, counts of moves
-- ARGV: worker, report, the five minutes in which the moves are counted, how many
-- Returns the fields of the counts
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  if tonumber(ARGV[4]) > 0 then
    redis.call('HINCRBY', KEYS[2], ARGV[3], ARGV[4])
  end
end
return redis.call('HKEYS', KEYS[2])
