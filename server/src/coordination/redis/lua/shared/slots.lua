-- The used slots of an account are its open calls minus those that have released theirs; a key with limits has a count.

local function hasGivenSlots(entry)
  return string.sub(entry, -2) == '|f'
end
local function count(field, by)
  if redis.call('HINCRBY', KEYS[1], field, by) <= 0 then redis.call('HDEL', KEYS[1], field) end
end
