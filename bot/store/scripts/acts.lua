-- Put before scripts that keep decisions about former tables of a place: each once, the newest of them.
local function keep_acts(acts_key, acts, most)
  if #acts == 0 then
    return
  end
  local kept = {}
  for _, act in ipairs(redis.call('LRANGE', acts_key, 0, -1)) do
    kept[act] = true
  end
  for _, act in ipairs(acts) do
    if not kept[act] then
      redis.call('RPUSH', acts_key, act)
    end
  end
  redis.call('LTRIM', acts_key, -tonumber(most), -1)
end
