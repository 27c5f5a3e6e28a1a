-- Admits a free request, or returns how long it must wait.
-- ARGV: revision, now, per minute, a name for the request. KEYS: account, ring. Returns the wait, or -1 if stale.

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
