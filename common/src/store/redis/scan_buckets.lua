#!lua flags=no-writes
-- Whole buckets of records, one after the other, all as of one moment; in a bucket in any order.
--
-- KEYS: the index of the buckets; a bucket's own key is that, a colon and its name, in the same hash
-- slot. ARGV: the first bucket, as ZRANGEBYLEX writes it; '1' if its records do not count; how many
-- records are enough. Returns id and record of each.
local found, skip, most = {}, ARGV[2] == '1', 2 * tonumber(ARGV[3])
for n, name in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], '+')) do
  if #found >= most then
    break
  end
  local bucket = redis.call('HGETALL', KEYS[1] .. ':' .. name)
  for _, text in ipairs(bucket) do
    found[#found + 1] = text
  end
  if n == 1 and skip then
    most = most + #bucket
  end
end
return found
