#!lua flags=no-writes
-- Records of a space in the order of their ids (byte by byte), all as of one moment.
--
-- KEYS: stamps, bodies, order. ARGV: where to begin, as ZRANGEBYLEX writes it; how many at most.
-- Returns id, stamp and body of each.
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYLEX', KEYS[3], ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  found[#found + 1] = id
  found[#found + 1] = redis.call('HGET', KEYS[1], id)
  found[#found + 1] = redis.call('HGET', KEYS[2], id)
end
return found
