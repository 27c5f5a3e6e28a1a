-- Admits a call, or returns the limit that refuses it.
-- ARGV: node, generation, revision, call, amount, strict, tokens, now, entry, subjects, windows; 5 each; 2 each; most held.

local A = ARGV
local n, id, amount, tokens = A[1], A[4], A[5], tonumber(A[7])
local strict = A[6] == '1'
local ns, nw = tonumber(A[10]), tonumber(A[11])
local q = {'HMGET', KEYS[1], 'e', 'g:' .. n, 'v', 'S', 'H', 'b'}
for s = 1, ns do
  local sid = A[8 + 5 * s]
  q[#q + 1] = 'r:' .. sid
  q[#q + 1] = 't:' .. sid
end
q[#q + 1] = 'f'
local h = redis.call(unpack(q))
if h[1] ~= E then
  if isLater(h[1]) then return {CODE.epoch, h[1]} end
  return {CODE.unknown}
end
if h[2] ~= A[2] then
  if h[2] and string.byte(h[2]) == 120 then return {CODE.dead} end
  return {CODE.untold}
end
local v, rev = tonumber(h[3] or '0'), tonumber(A[3])
if rev < v then return {CODE.stale, v} end
if rev > v then redis.call('HSET', KEYS[1], 'v', A[3]) end
if not h[4] then return {CODE.unknown} end
-- Without its mark the list of open calls is lost.
local open = redis.call('HLEN', KEYS[2])
if open == 0 then return {CODE.untold} end
local now = present(A[8])

local best, bestLimit, bestCount, bestKey = nil, 0, 0, nil
local counts = {}
local code, at, extra = CODE.done, 0, 0
for s = 1, ns do
  local b = 7 + 5 * s
  local rpm, tpm, slots = A[b + 2], A[b + 3], A[b + 4]
  local ring = KEYS[1 + 2 * s]
  local wait = 0
  if rpm ~= '' then
    rpm = tonumber(rpm)
    local count = ringCount(ring, now)
    if count >= rpm and count > 0 and ringFuture(ring, now) then count = 0 end
    counts[s] = count
    local left = math.max(0, rpm - count)
    if not best or left < best then best, bestLimit, bestKey, bestCount = left, rpm, ring, s end
    wait = count >= rpm and ringWait(ring, count, rpm, now) or 0
  end
  if code == CODE.done then
    if wait > 0 then code, at, extra = CODE.rate, s - 1, wait
    else
      if tpm ~= '' then
        tpm = tonumber(tpm)
        if tpm <= 0 then extra = 60000 else
          local second = math.floor(now / 1000)
          local used, by = tokenSum(KEYS[2 + 2 * s], second)
          local held = tonumber(h[6 + 2 * s] or '0')
          local excess = used + held + tokens - tpm
          if excess > 0 and (used > 0 or held > 0) then
            extra = 1000
            if used > 0 then
              local need, freed = math.min(excess, used), 0
              extra = 61000
              for age = 60, -60, -1 do
                freed = freed + (by[age] or 0)
                if freed >= need then extra = math.ceil((second - age + 61) * 1000 - now) break end
              end
            end
          end
        end
        if extra > 0 then code, at = CODE.tokens, s - 1 end
      end
      if code == CODE.done and slots ~= '' then
        local running
        if A[b] == 'a' then running = open - 1 - tonumber(h[7 + 2 * ns] or '0')
        else running = tonumber(h[5 + 2 * s] or '0') end
        if running >= tonumber(slots) then code, at, extra = CODE.concurrency, s - 1, 1000 end
      end
    end
  end
end

local base = 12 + 5 * ns
local rows = {}
for w = 1, nw do
  local key = KEYS[2 + 2 * ns + w]
  local f
  if key == KEYS[1] then f = {h[4], h[5]} else f = redis.call('HMGET', key, 'S', 'H', 'l', 'a', 'b') end
  if not isWhole(key, f, h[6]) then return {CODE.unknown} end
  rows[w] = f
end
if code == CODE.done then
  local ahi, alo = split(amount)
  for w = 1, nw do
    local limit = A[base + 2 * w - 2]
    if limit ~= '' then
      local lhi, llo = split(limit)
      local shi, slo = split(rows[w][1])
      shi, slo = shi - lhi, slo - llo
      if shi * 1e9 + slo >= 0 then code, at = CODE.spent, w - 1 break end
      if code == CODE.done then
        local hhi, hlo = split(rows[w][2] or '0')
        local fits
        if strict then fits = (shi + hhi + ahi) * 1e9 + (slo + hlo + alo) <= 0
        else fits = (shi + hhi) * 1e9 + (slo + hlo) < 0 end
        if not fits then
          code, at = CODE.reserved, w - 1
          extra = (not strict or (shi + ahi) * 1e9 + (slo + alo) <= 0) and 1 or 0
        end
      end
    end
  end
end

local most = A[base + 2 * nw]
if code == CODE.done and most ~= '' and amount ~= '0' and (h[5] or '0') ~= '0' then
  local ahi, alo = split(amount)
  local hhi, hlo = split(h[5])
  local mhi, mlo = split(most)
  if (hhi + ahi - mhi) * 1e9 + (hlo + alo - mlo) > 0 then code = CODE.held end
end

if code == CODE.done then
  if redis.call('HSETNX', KEYS[2], id, A[9]) == 0 then return {CODE.twice} end
  for s = 1, ns do
    local b = 7 + 5 * s
    if counts[s] then
      redis.call('ZADD', KEYS[1 + 2 * s], now, id)
      redis.call('PEXPIRE', KEYS[1 + 2 * s], 61000)
      counts[s] = counts[s] + 1
    end
    if A[b] == 'k' then redis.call('HINCRBY', KEYS[1], 'r:' .. A[b + 1], 1) end
    if A[b + 3] ~= '' and tokens ~= 0 then redis.call('HINCRBY', KEYS[1], 't:' .. A[b + 1], tokens) end
  end
  for w = 1, nw do
    local key, limit, arming = KEYS[2 + 2 * ns + w], A[base + 2 * w - 2], A[base + 2 * w - 1]
    if amount ~= '0' then redis.call('HINCRBY', key, 'H', amount) end
    local f = rows[w]
    if key ~= KEYS[1] and (f[3] ~= limit or f[4] ~= arming) then
      local known = tonumber(f[4] or '-1')
      if tonumber(arming) > known then redis.call('HSET', key, 'l', limit, 'a', arming, 'n', 0)
      elseif tonumber(arming) == known then redis.call('HSET', key, 'l', limit) end
    end
  end
  best = nil
  for s = 1, ns do
    if counts[s] then
      local rpm = tonumber(A[9 + 5 * s])
      local left = math.max(0, rpm - counts[s])
      if not best or left < best then best, bestLimit, bestKey, bestCount = left, rpm, KEYS[1 + 2 * s], s end
    end
  end
end
if not best then return {code, at, extra, -1, 0, 0} end
local count, reset = counts[bestCount], 0
if count >= bestLimit then reset = ringWait(bestKey, count, bestLimit, now)
elseif count > 0 then
  reset = math.max(1, math.ceil(tonumber(redis.call('ZRANGE', bestKey, 0, 0, 'WITHSCORES')[2]) + 60000 - now))
end
return {code, at, extra, bestLimit, best, reset}
