/**
 * States all that a node has in an account, in place of whatever was there of it.
 * ARGV: node, generation, account id, windows, calls; per window: name, posted, seconds to keep (0: for ever); per call:
 * id, entry. Answers used and held of each window.
 */
export const publish = `
local A = ARGV
local n, account = A[1], A[3]
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {$epoch} end
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
  if string.byte(known) == 120 then return {$dead} end
  if tonumber(known) >= tonumber(A[2]) then return {$untold} end
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
local out = {$done}
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
`;

/**
 * Gives windows their figures: what the database has without the live nodes, and what those have told themselves.
 * What they set aside is added up from the open calls. KEYS: account, open, epoch key (or none).
 * ARGV: epoch key (or none), account id, revision, live, dead, windows; the live; the dead; per window name, figure, keep, and
 * those of the living that may have figures there.
 */
export const found = `
local A = ARGV
if A[1] ~= '' and redis.call('GET', KEYS[3]) ~= E then return {$epoch} end
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {$epoch} end
if e ~= E then return {$unknown} end
local b = redis.call('HGET', KEYS[1], 'b')
local account = A[2]
local nl, nd, nw = tonumber(A[4]), tonumber(A[5]), tonumber(A[6])
local live, dead = {}, {}
for i = 1, nl do
  local g = redis.call('HGET', KEYS[1], 'g:' .. A[6 + i])
  if g and string.byte(g) == 120 then return {$again} end
  live[A[6 + i]] = true
end
for i = 1, nd do dead[A[6 + nl + i]] = true end
local base = 6 + nl + nd
local todo = {}
for w = 1, nw do
  local name = A[base + 4 * w - 3]
  local key = name == account and KEYS[1] or windowKey(account, name)
  if not isWhole(key, redis.call('HMGET', key, 'S', 'b'), b) then
    for x in string.gmatch(A[base + 4 * w], '[^,]+') do
      if redis.call('HEXISTS', key, 'u:' .. x) == 0 then return {$missing} end
    end
    local all, row = redis.call('HGETALL', key), {key, w}
    for i = 1, #all, 2 do
      if string.sub(all[i], 1, 2) == 'u:' then
        local x = string.sub(all[i], 3)
        if not live[x] and not dead[x] then return {$again} end
        row[#row + 1] = all[i]
        row[#row + 1] = all[i + 1]
      end
    end
    todo[#todo + 1] = row
  end
end
local calls = {}
if #todo > 0 then
  local open = redis.call('HVALS', KEYS[2])
  for _, entry in ipairs(open) do
    local _, amount, _, _, _, _, windows = read(entry)
    if amount then
      local call = {amount = amount}
      for window in string.gmatch(windows, '[^,]+') do call[window] = true end
      calls[#calls + 1] = call
    end
  end
end
local now = redis.call('TIME')[1]
for x in pairs(dead) do
  local g = redis.call('HGET', KEYS[1], 'g:' .. x)
  if not g or string.byte(g) ~= 120 then redis.call('HSET', KEYS[1], 'g:' .. x, 'x' .. now) end
end
if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') < tonumber(A[3]) then redis.call('HSET', KEYS[1], 'v', A[3]) end
for _, row in ipairs(todo) do
  local key, w = row[1], row[2]
  redis.call('HSET', key, 'S', A[base + 4 * w - 2], 'H', 0, 'b', b)
  if tonumber(A[base + 4 * w - 1]) > 0 then redis.call('EXPIRE', key, A[base + 4 * w - 1]) end
  for _, call in ipairs(calls) do
    if call[A[base + 4 * w - 3]] then redis.call('HINCRBY', key, 'H', call.amount) end
  end
  for i = 3, #row, 2 do
    if live[string.sub(row[i], 3)] then redis.call('HINCRBY', key, 'S', row[i + 1]) else redis.call('HDEL', key, row[i]) end
  end
end
return {$done}
`;

/** ARGV: node, account id, windows; per window: name, what the database has of the node. */
export const fold = `
local A = ARGV
local n, account = A[1], A[2]
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {$epoch} end
if e ~= E then return {$nothing} end
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if string.sub(all[i], 1, 2) == 'g:' and string.byte(all[i + 1]) == 120 and now - tonumber(string.sub(all[i + 1], 2)) > 86400 then
    redis.call('HDEL', KEYS[1], all[i])
  end
end
redis.call('HSET', KEYS[1], 'g:' .. n, 'x' .. string.format('%.0f', now))
local open = redis.call('HGETALL', KEYS[2])
for i = 1, #open, 2 do
  if string.match(open[i + 1], '^[^|]*') == n then
    weigh(open[i + 1], -1)
    redis.call('HDEL', KEYS[2], open[i])
  end
end
for w = 1, tonumber(A[3]) do
  local name, has = A[2 + 2 * w], A[3 + 2 * w]
  local key = name == account and KEYS[1] or windowKey(account, name)
  local f = redis.call('HMGET', key, 'u:' .. n, 'S')
  if f[1] then
    if f[2] then
      redis.call('HINCRBY', key, 'S', has)
      redis.call('HINCRBY', key, 'S', negative(f[1]))
    end
    redis.call('HDEL', key, 'u:' .. n)
  elseif f[2] and has ~= '0' then
    -- Booked and never told here, or folded before: whoever needs the window next begins it with what the database has.
    redis.call('HDEL', key, 'S')
  end
end
return {$done}
`;
