-- Moves an open call from the name of an ended node to this node's name.
-- ARGV: node, generation, call, entry, and the names it may be recorded under. KEYS: account, open.

local A = ARGV
local h = redis.call('HMGET', KEYS[1], 'e', 'g:' .. A[1])
if h[1] ~= E then return {CODE.epoch} end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {CODE.dead} end
  return {CODE.untold}
end
local there = redis.call('HGET', KEYS[2], A[3])
local owner = there and string.match(there, '^[^|]*')
for i = 5, #A do
  if owner == A[i] then
    weigh(there, -1)
    redis.call('HSET', KEYS[2], A[3], A[4])
    weigh(A[4], 1)
  end
end
return {CODE.done}
