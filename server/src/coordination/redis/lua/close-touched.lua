-- Marks an incarnation as folded, unless it has touched something new meanwhile.
-- KEYS: what the incarnation has touched. ARGV: how many entries were seen in it. Returns whether it is closed, possibly by another
-- process that folded it at the same time.

if redis.call('TYPE', KEYS[1]).ok == 'string' then return 1 end
if redis.call('SCARD', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], 'folded', 'EX', 2592000)
return 1
