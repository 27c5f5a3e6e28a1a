-- Replaces a node's state of an account.
-- ARGV: node, generation, account id, windows, calls; per window: name, posted, seconds to keep (0: permanently); per call:
-- id, entry. Returns the used and held amounts of each window.

local A = ARGV
local n, account = A[1], A[3]
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {CODE.epoch, e} end
if e ~= E or redis.call('HEXISTS', KEYS[2], '.') == 0 then
  local v = redis.call('HGET', KEYS[1], 'v')
  redis.call('DEL', KEYS[1], KEYS[2])
  local t = redis.call('TIME')
  redis.call('HSET', KEYS[1], 'e', E, 'H', 0, 'b', t[1] .. '.' .. t[2])
  redis.call('HSET', KEYS[2], '.', '')
  if tonumber(v) then redis.call('HSET', KEYS[1], 'v', v) end
end
local b = redis.call('HGET', KEYS[1], 'b')
local known = redis.call('HGET', KEYS[1], 'g:' .. n)
if known then
  if string.byte(known) == 120 then return {CODE.dead} end
  if tonumber(known) >= tonumber(A[2]) then return {CODE.untold} end
end
redis.call('HSET', KEYS[1], 'g:' .. n, A[2])
local nw, no = tonumber(A[4]), tonumber(A[5])
local mine = {}
for i = 1, no do mine[A[4 + 3 * nw + 2 * i]] = A[5 + 3 * nw + 2 * i] end
local open = redis.call('HGETALL', KEYS[2])
for i = 1, #open, 2 do
  if string.match(open[i + 1], '^[^|]*') == n then
    if mine[open[i]] == open[i + 1] then mine[open[i]] = nil else
      weigh(open[i + 1], -1)
      redis.call('HDEL', KEYS[2], open[i])
    end
  end
end
for id, entry in pairs(mine) do
  if redis.call('HSETNX', KEYS[2], id, entry) == 1 then weigh(entry, 1) end
end
local out = {CODE.done}
for w = 1, nw do
  local name, used, keep = A[3 + 3 * w], A[4 + 3 * w], tonumber(A[5 + 3 * w])
  local key = name == account and KEYS[1] or windowKey(account, name)
  redis.call('HSETNX', key, 'H', 0)
  if keep > 0 then redis.call('EXPIRE', key, keep) end
  local f = redis.call('HMGET', key, 'u:' .. n, 'S')
  local old = f[1] or '0'
  if f[1] ~= used then
    redis.call('HSET', key, 'u:' .. n, used)
    if f[2] and old ~= used then
      redis.call('HINCRBY', key, 'S', used)
      redis.call('HINCRBY', key, 'S', negative(old))
    end
  end
  f = redis.call('HMGET', key, 'S', 'H', 'b')
  out[#out + 1] = isWhole(key, f, b) and f[1] or ''
  out[#out + 1] = figure(f[2])
end
return out
