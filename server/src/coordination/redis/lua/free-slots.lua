-- Releases the slots of an open call before it is settled.
-- ARGV: node, generation, call, key. KEYS: account, open.

local A = ARGV
local h = redis.call('HMGET', KEYS[1], 'e', 'g:' .. A[1])
if h[1] ~= E then return {CODE.epoch} end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {CODE.dead} end
  return {CODE.untold}
end
local entry = redis.call('HGET', KEYS[2], A[3])
if not entry then return {CODE.nothing} end
if not hasGivenSlots(entry) then
  redis.call('HSET', KEYS[2], A[3], entry .. '|f')
  count('f', 1)
  if A[4] ~= '' then count('r:' .. A[4], -1) end
end
return {CODE.done}
