-- Settles an open call: its windows, slots and tokens.
-- ARGV: node, generation, call, amount, posted, now, key, tokens, accountHeld, keyHeld, windows, account, still has slots.
-- KEYS: account, open, account tokens, key tokens, windows. Returns per window: used and held before, and the levels.

local A = ARGV
local n, amount, posted = A[1], A[4], A[5]
local h = redis.call('HMGET', KEYS[1], 'e', 'g:' .. n, 'S', 'H', 'u:' .. n)
if h[1] ~= E then return {CODE.epoch} end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {CODE.dead} end
  return {CODE.untold}
end
local rows = {}
for w = 1, tonumber(A[11]) do
  local key, f = KEYS[4 + w], nil
  if key == KEYS[1] then f = {h[3], h[4], h[5]} else f = redis.call('HMGET', key, 'S', 'H', 'u:' .. n, 'l', 'n') end
  -- The window is lost, and what this node has told there with it.
  if not f[3] then return {CODE.untold} end
  rows[w] = f
end
local given = false
if A[13] == '0' then
  local entry = redis.call('HGET', KEYS[2], A[3])
  given = entry and hasGivenSlots(entry)
end
if redis.call('HDEL', KEYS[2], A[3]) == 0 then return {CODE.nothing} end
if given then count('f', -1)
elseif A[7] ~= '' then count('r:' .. A[7], -1) end
if A[9] ~= '' or A[10] ~= '' then
  local now = present(A[6])
  local second = math.floor(now / 1000)
  for i = 1, 2 do
    local held = A[8 + i]
    if held ~= '' then
      local id = i == 1 and A[12] or A[7]
      if held ~= '0' then
        if redis.call('HINCRBY', KEYS[1], 't:' .. id, '-' .. held) == 0 then redis.call('HDEL', KEYS[1], 't:' .. id) end
      end
      if A[8] ~= '0' then
        redis.call('HINCRBY', KEYS[2 + i], second, A[8])
        redis.call('PEXPIRE', KEYS[2 + i], 62000)
      end
    end
  end
end
local out = {CODE.done}
local phi, plo = split(posted)
local back = negative(amount)
for w, f in ipairs(rows) do
  local key = KEYS[4 + w]
  local told = 0
  if amount ~= '0' then redis.call('HINCRBY', key, 'H', back) end
  if posted ~= '0' then
    redis.call('HINCRBY', key, 'u:' .. n, posted)
    if f[1] then
      redis.call('HINCRBY', key, 'S', posted)
      if f[4] and f[4] ~= '' then
        local hi, lo = split(f[1])
        told = announce(key, hi + phi, lo + plo, f[4], tonumber(f[5] or '0'))
      end
    end
  end
  out[#out + 1] = f[1] or ''
  out[#out + 1] = f[2] or '0'
  out[#out + 1] = told
  out[#out + 1] = told > 0 and f[4] or ''
  out[#out + 1] = told > 0 and tonumber(redis.call('HGET', key, 'a')) or 0
end
return out
