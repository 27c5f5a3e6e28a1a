/** ARGV: node, generation, call, key. KEYS: account, open. */
export const freeSlots = `
local A = ARGV
local h = redis.call('HMGET', KEYS[1], 'e', 'g:' .. A[1])
if h[1] ~= E then return {$epoch} end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {$dead} end
  return {$untold}
end
local entry = redis.call('HGET', KEYS[2], A[3])
if not entry then return {$nothing} end
if not hasGivenSlots(entry) then
  redis.call('HSET', KEYS[2], A[3], entry .. '|f')
  count('f', 1)
  if A[4] ~= '' then count('r:' .. A[4], -1) end
end
return {$done}
`;

/**
 * ARGV: node, generation, call, amount, posted, now, key, tokens, accountHeld, keyHeld, windows, account, still has slots.
 * KEYS: account, open, account tokens, key tokens, windows. Answers per window: used and held before, and the levels.
 */
export const settle = `
local A = ARGV
local n, amount, posted = A[1], A[4], A[5]
local h = redis.call('HMGET', KEYS[1], 'e', 'g:' .. n, 'S', 'H', 'u:' .. n)
if h[1] ~= E then return {$epoch} end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {$dead} end
  return {$untold}
end
local rows = {}
for w = 1, tonumber(A[11]) do
  local key, f = KEYS[4 + w], nil
  if key == KEYS[1] then f = {h[3], h[4], h[5]} else f = redis.call('HMGET', key, 'S', 'H', 'u:' .. n, 'l', 'n') end
  -- The window is lost, and what this node has told there with it.
  if not f[3] then return {$untold} end
  rows[w] = f
end
local given = false
if A[13] == '0' then
  local entry = redis.call('HGET', KEYS[2], A[3])
  given = entry and hasGivenSlots(entry)
end
if redis.call('HDEL', KEYS[2], A[3]) == 0 then return {$nothing} end
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
local out = {$done}
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
`;

/** ARGV: revision, now, per minute, a name for the request. KEYS: account, ring. Answers the wait, or -1 when stale. */
export const free = `
if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') > tonumber(ARGV[1]) then return -1 end
local now = present(ARGV[2])
local limit = tonumber(ARGV[3])
local count = ringCount(KEYS[2], now)
if count >= limit and count > 0 and ringFuture(KEYS[2], now) then count = 0 end
local wait = ringWait(KEYS[2], count, limit, now)
if wait > 0 then return wait end
redis.call('ZADD', KEYS[2], now, ARGV[4])
redis.call('PEXPIRE', KEYS[2], 61000)
return 0
`;

/** ARGV: revision. */
export const revise = `
if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') < tonumber(ARGV[1]) then redis.call('HSET', KEYS[1], 'v', ARGV[1]) end
return 1
`;

/** Watches and announces. ARGV: limit and arming per window. KEYS: account, windows. Answers used and the levels. */
export const levels = `
local h = redis.call('HMGET', KEYS[1], 'e', 'b')
if h[1] ~= E then return {$unknown} end
local out = {$done}
for w = 1, #KEYS - 1 do
  local key, limit, arming = KEYS[1 + w], ARGV[2 * w - 1], ARGV[2 * w]
  local f = redis.call('HMGET', key, 'S', 'l', 'a', 'n', 'b')
  if not isWhole(key, f, h[2]) then return {$unknown} end
  local known, bits = tonumber(f[3] or '-1'), tonumber(f[4] or '0')
  if tonumber(arming) >= known then
    if tonumber(arming) > known then bits = 0 end
    redis.call('HSET', key, 'l', limit, 'a', arming, 'n', bits)
  else limit, arming = f[2], f[3] end
  local hi, lo = split(f[1])
  out[#out + 1] = f[1]
  out[#out + 1] = announce(key, hi, lo, limit, bits)
  out[#out + 1] = limit or ''
  out[#out + 1] = tonumber(arming)
end
return out
`;

/** KEYS: account, open. Answers the account's slots in use. */
export const running = `
local open = redis.call('HLEN', KEYS[2])
if open == 0 then return 0 end
return open - 1 - tonumber(redis.call('HGET', KEYS[1], 'f') or '0')
`;

/** KEYS: account, windows. Answers used and held of each; used is empty where it is not known. */
export const figures = `
local h = redis.call('HMGET', KEYS[1], 'e', 'b')
if h[1] ~= E then return {$unknown} end
local out = {$done}
for w = 2, #KEYS do
  local f = redis.call('HMGET', KEYS[w], 'S', 'H', 'b')
  out[#out + 1] = isWhole(KEYS[w], f, h[2]) and f[1] or ''
  out[#out + 1] = figure(f[2]) or '0'
end
return out
`;
