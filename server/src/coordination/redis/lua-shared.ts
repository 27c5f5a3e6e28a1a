/** Functions that several scripts share. `$name` stands for a code; see scripts.ts. */

export const arithmetic = `
local function split(s)
  local minus = string.byte(s) == 45
  if minus then s = string.sub(s, 2) end
  local hi, lo = 0, 0
  local n = #s
  if n > 9 then hi = tonumber(string.sub(s, 1, n - 9)) lo = tonumber(string.sub(s, n - 8)) else lo = tonumber(s) end
  if minus then return -hi, -lo end
  return hi, lo
end
local function negative(s)
  if s == '0' then return s end
  if string.byte(s) == 45 then return string.sub(s, 2) end
  return '-' .. s
end
`;

export const announcing = `
local levels = {80, 90, 100}
local function announce(key, hi, lo, limit, bits)
  if not limit or limit == '' or bits == 7 then return 0 end
  local lhi, llo = split(limit)
  local told, new = 0, bits
  for i = 1, 3 do
    local bit = 2 ^ (i - 1)
    if math.floor(bits / bit) % 2 == 0 and (hi * 100 - lhi * levels[i]) * 1e9 + (lo * 100 - llo * levels[i]) >= 0 then
      new = new + bit
      if levels[i] == 100 or lhi ~= 0 or llo ~= 0 then told = told + bit end
    end
  end
  if new ~= bits then redis.call('HSET', key, 'n', new) end
  return told
end
`;

/**
 * An account is born with a name \`b\` and a mark \`.\` among its open calls. A window of another birth, and an account without the
 * mark, have lost something to a foreign hand, and begin anew.
 */
export const births = `
local function isLater(e)
  return e and #e == #E and e > E
end
local function figure(s)
  if s and not string.match(s, '^%-?%d+$') then error('this is no figure') end
  return s
end
local function isWhole(key, f, b)
  return figure(f[1]) and (key == KEYS[1] or f[#f] == b)
end
`;

export const times = `
local function present(given)
  if given ~= '' then return tonumber(given) end
  local t = redis.call('TIME')
  return t[1] * 1000 + t[2] / 1000
end
`;

export const rings = `
local function ringCount(key, now)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - 60000)
  return redis.call('ZCARD', key)
end
local function ringWait(key, count, limit, now)
  if count < limit then return 0 end
  if limit <= 0 then return 60000 end
  local at = redis.call('ZRANGE', key, count - limit, count - limit, 'WITHSCORES')
  return math.max(1, math.ceil(tonumber(at[2]) + 60000 - now))
end
-- A clock set back by more than the window would keep it full until time caught up.
local function ringFuture(key, now)
  local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
  if newest[2] and tonumber(newest[2]) - now > 60000 then redis.call('DEL', key) return true end
  return false
end
local function tokenSum(key, second)
  local all, sum, by = redis.call('HGETALL', key), 0, {}
  for i = 1, #all, 2 do
    local age = second - tonumber(all[i])
    if age > 60 or age < -60 then redis.call('HDEL', key, all[i]) else
      local n = tonumber(all[i + 1])
      sum = sum + n
      by[age] = n
    end
  end
  return sum, by
end
`;

/** The slots of an account are its open calls less those that have given theirs back; a key with limits has a count. */
export const slots = `
local function hasGivenSlots(entry)
  return string.sub(entry, -2) == '|f'
end
local function count(field, by)
  if redis.call('HINCRBY', KEYS[1], field, by) <= 0 then redis.call('HDEL', KEYS[1], field) end
end
`;

/**
 * Puts back or takes off what one open call has set aside. `entry`: node|amount|account|key with limits|accountTokens|
 * keyTokens|windows|key, and |f once its slots are free.
 */
export const entries = `
local function windowKey(account, window)
  return KEYS[1] .. ':' .. E .. ':' .. window
end
local function read(entry)
  return string.match(entry, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|')
end
local function weigh(entry, sign)
  local node, amount, account, key, accountTokens, keyTokens, windows = read(entry)
  if hasGivenSlots(entry) then count('f', sign)
  elseif key ~= '' then count('r:' .. key, sign) end
  if accountTokens ~= '0' then redis.call('HINCRBY', KEYS[1], 't:' .. account, sign * tonumber(accountTokens)) end
  if keyTokens ~= '0' then redis.call('HINCRBY', KEYS[1], 't:' .. key, sign * tonumber(keyTokens)) end
  for window in string.gmatch(windows, '[^,]+') do
    local at = window == account and KEYS[1] or windowKey(account, window)
    if sign > 0 or redis.call('HEXISTS', at, 'H') == 1 then
      redis.call('HINCRBY', at, 'H', sign > 0 and amount or negative(amount))
    end
  end
end
`;
