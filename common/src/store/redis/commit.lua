#!lua
-- Applies a commit if all of its guards hold, else says what is there. Cells, records, versions and
-- bytes are all it knows; no rule is in it.
--
-- KEYS: the counter of versions, the cells, the counter of bytes, then two for each drawer: its
-- records (a hash) and the index in which they, or the drawer itself, have a name (a sorted set).
-- A record is "<version> <version of birth>\n<body>". A drawer is named by the place of its first key.
-- ARGV: the bytes the job may take, then each list after its length: cell guards (name, value);
-- record guards (drawer, id, version); additions (name, number); puts (drawer, id, name of the
-- drawer or '', body); deletions (drawer, id, name of the drawer or '').
-- Numbers are compared and returned as strings: a Lua number is exact up to 2^53 only.
--
-- Returns {'1', version, the touched cells' values...}, or
-- {'0', the guarded cells' values..., each guarded record...}, or {'2', bytes} where the job would
-- take too many. A job that is to expire still does: what is written to expires with the rest.
local VERSION, CELLS, BYTES = KEYS[1], KEYS[2], KEYS[3]

local at = 0
local function take()
  at = at + 1
  return ARGV[at]
end

-- The next list of so many arguments each.
local function list(width)
  local all = {}
  for n = 1, tonumber(take()) do
    all[n] = {}
    for place = 1, width do
      all[n][place] = take()
    end
  end
  return all
end

local function records(drawer) return KEYS[tonumber(drawer)] end
local function index(drawer) return KEYS[tonumber(drawer) + 1] end

local share = tonumber(take())
local cell_guards, record_guards = list(2), list(3)
local adds, puts, deletions = list(2), list(4), list(3)

local holds, found = true, {'0'}
for _, guard in ipairs(cell_guards) do
  local value = redis.call('HGET', CELLS, guard[1]) or '0'
  holds = holds and value == guard[2]
  found[#found + 1] = value
end
for _, guard in ipairs(record_guards) do
  local record = redis.call('HGET', records(guard[1]), guard[2])
  holds = holds and (record and string.match(record, '^%d+') or '0') == guard[3]
  found[#found + 1] = record
end
if not holds then
  return found
end

local version = string.format('%.0f', (redis.call('GET', VERSION) or 0) + 1)
local growth = 0
for _, put in ipairs(puts) do
  local old = redis.call('HGET', records(put[1]), put[2])
  put.new = not old
  put.record = version .. ' ' .. (old and string.match(old, '^%d+ (%d+)') or version) .. '\n' .. put[4]
  growth = growth + #put.record - (old and #old or -#put[2])
end
for _, gone in ipairs(deletions) do
  local old = redis.call('HSTRLEN', records(gone[1]), gone[2])
  growth = growth - (old > 0 and #gone[2] + old or 0)
end
local bytes = (redis.call('GET', BYTES) or 0) + growth
if growth > 0 and bytes > share then
  return {'2', string.format('%.0f', bytes)}
end
local left = redis.call('PTTL', VERSION)

-- Only an addition can fail, beyond 64 bits: what was added before it is taken back.
local before, after = {}, {}
for n, add in ipairs(adds) do
  before[n] = redis.call('HGET', CELLS, add[1])
  local sum = redis.pcall('HINCRBY', CELLS, add[1], add[2])
  if type(sum) == 'table' then
    for back = 1, n do
      if before[back] then
        redis.call('HSET', CELLS, adds[back][1], before[back])
      else
        redis.call('HDEL', CELLS, adds[back][1])
      end
    end
    return sum
  end
  after[n] = redis.call('HGET', CELLS, add[1])
  if after[n] == '0' then
    redis.call('HDEL', CELLS, add[1])
  end
end

redis.call('SET', VERSION, version, 'KEEPTTL')
redis.call('SET', BYTES, string.format('%.0f', bytes), 'KEEPTTL')
for _, put in ipairs(puts) do
  redis.call('HSET', records(put[1]), put[2], put.record)
  if put.new then
    redis.call('ZADD', index(put[1]), 0, put[3] ~= '' and put[3] or put[2])
  end
end
for _, gone in ipairs(deletions) do
  redis.call('HDEL', records(gone[1]), gone[2])
  if gone[3] == '' then
    redis.call('ZREM', index(gone[1]), gone[2])
  elseif redis.call('EXISTS', records(gone[1])) == 0 then
    redis.call('ZREM', index(gone[1]), gone[3])
  end
end

if left >= 0 then
  for _, key in ipairs(KEYS) do
    redis.call('PEXPIRE', key, left)
  end
end

local applied = {'1', version}
for _, value in ipairs(after) do
  applied[#applied + 1] = value
end
return applied
