#!lua flags=no-writes
-- Records in the order of their ids (byte by byte), all as of one moment.
--
-- KEYS: records (a hash), their index. ARGV: where to begin, as ZRANGEBYLEX writes it; how many at
-- most. Returns id and record of each.
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  found[#found + 1] = id
  found[#found + 1] = redis.call('HGET', KEYS[1], id)
end
return found
