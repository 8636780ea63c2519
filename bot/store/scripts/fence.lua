-- Put before scripts that only the owner of some shards may run: if another worker owns one of them, nothing is done.
-- KEYS: the script's own, then the owner of each shard
-- ARGV: the script's own, then the epoch of each shard, or 'alone' (without a fence), and the number of shards
-- Leaves the script its own KEYS and ARGV, and the epochs; or raises 'FENCED' with the indices of the lost shards
local epochs, lost = {}, {}
for place = tonumber(table.remove(ARGV)), 1, -1 do
  local epoch, owner_key = table.remove(ARGV), table.remove(KEYS)
  epochs[place] = epoch
  if epoch ~= 'alone' and redis.call('GET', owner_key) ~= epoch then
    lost[#lost + 1] = place
  end
end
if #lost > 0 then
  return redis.error_reply('FENCED ' .. table.concat(lost, ' '))
end

