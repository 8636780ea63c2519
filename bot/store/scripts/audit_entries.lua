-- Put before scripts that keep decisions about former tables of a place: each once, the latest ones.
local function keep_audit_entries(audit_entries_key, entries, most)
  if #entries == 0 then
    return
  end
  local kept = {}
  for _, entry in ipairs(redis.call('LRANGE', audit_entries_key, 0, -1)) do
    kept[entry] = true
  end
  for _, entry in ipairs(entries) do
    if not kept[entry] then
      redis.call('RPUSH', audit_entries_key, entry)
    end
  end
  redis.call('LTRIM', audit_entries_key, -tonumber(most), -1)
end
