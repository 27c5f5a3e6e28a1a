-- Begins an epoch, unless one exists that is later than the latest known one.
-- KEYS: epoch key. ARGV: the latest known epoch, the wanted one. Returns the epoch in force.

local now = redis.call('GET', KEYS[1])
if now and #now == #ARGV[2] and string.match(now, '^0%d+%-%x+$') and now > ARGV[1] then return now end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
