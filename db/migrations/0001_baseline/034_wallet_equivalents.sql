create table equivalent_addresses (
  address text primary key,
  wrapped text not null
);
alter table equivalent_addresses enable row level security;
alter table equivalent_addresses force row level security;
create policy owner_keeps on equivalent_addresses to current_user using (true) with check (true);

create function app.base58_of(bytes bytea) returns text
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  signs constant text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  rest numeric := 0; encoded text := '';
begin
  for n in 0 .. length(bytes) - 1 loop rest := rest * 256 + get_byte(bytes, n); end loop;
  while rest > 0 loop
    encoded := substr(signs, (rest % 58)::integer + 1, 1) || encoded;
    rest := div(rest, 58);
  end loop;
  for n in 0 .. length(bytes) - 1 loop
    exit when get_byte(bytes, n) <> 0;
    encoded := '1' || encoded;
  end loop;
  return encoded;
end $$;

create function app.base58_bytes(encoded text, many integer) returns bytea
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  signs constant text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  rest numeric := 0; bytes bytea := decode(repeat('00', many), 'hex'); at integer;
begin
  for n in 1 .. length(encoded) loop
    at := strpos(signs, substr(encoded, n, 1));
    if at = 0 then return null; end if;
    rest := rest * 58 + at - 1;
  end loop;
  for n in reverse many - 1 .. 0 loop
    bytes := set_byte(bytes, n, (rest % 256)::integer);
    rest := div(rest, 256);
  end loop;
  return case when rest = 0 then bytes end;
end $$;

create function app.base58check_of(bytes bytea) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp
begin atomic
  select app.base58_of(bytes || substr(sha256(sha256(bytes)), 1, 4));
end;

create function app.base58check_hash(encoded text, prefix integer) returns bytea
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare bytes bytea := app.base58_bytes(encoded, 25);
begin
  if bytes is null or get_byte(bytes, 0) <> prefix
    or substr(bytes, 22, 4) <> substr(sha256(sha256(substr(bytes, 1, 21))), 1, 4) then return null; end if;
  return substr(bytes, 2, 20);
end $$;

create function app.bech32_sum(words integer[]) returns bigint
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  steps constant bigint[] := array[996825010, 642813549, 513874426, 1027748829, 705979059];
  sum bigint := 1; top bigint; word integer;
begin
  -- 3, 3, 0, 2, 3 is the expanded prefix "bc" (BIP 173).
  foreach word in array array[3, 3, 0, 2, 3] || words loop
    top := sum >> 25;
    sum := ((sum & 33554431) << 5) # word;
    for n in 0 .. 4 loop
      if (top >> n) & 1 = 1 then sum := sum # steps[n + 1]; end if;
    end loop;
  end loop;
  return sum;
end $$;

create function app.bech32_of(hash bytea) returns text
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  signs constant text := 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  words integer[] := '{0}'; held bigint := 0; bits integer := 0; sum bigint; encoded text := 'bc1';
begin
  for n in 0 .. 19 loop
    held := (held << 8) | get_byte(hash, n);
    bits := bits + 8;
    while bits >= 5 loop
      bits := bits - 5;
      words := words || ((held >> bits) & 31)::integer;
    end loop;
    held := held & 31;
  end loop;
  sum := app.bech32_sum(words || '{0,0,0,0,0,0}'::integer[]) # 1;
  for n in 0 .. 5 loop words := words || ((sum >> (5 * (5 - n))) & 31)::integer; end loop;
  for n in 1 .. array_length(words, 1) loop encoded := encoded || substr(signs, words[n] + 1, 1); end loop;
  return encoded;
end $$;

create function app.bech32_hash(encoded text) returns bytea
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  signs constant text := 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  plain text := lower(encoded); words integer[] := '{}'; at integer; held bigint := 0; bits integer := 0; place integer := 0;
  hash bytea := decode(repeat('00', 20), 'hex');
begin
  if plain !~ '^bc1q[02-9ac-hj-np-z]{38}$' or encoded not in (plain, upper(encoded)) then return null; end if;
  for n in 4 .. 42 loop
    at := strpos(signs, substr(plain, n, 1)) - 1;
    words := words || at;
  end loop;
  if app.bech32_sum(words) <> 1 then return null; end if;
  for n in 2 .. 33 loop
    held := (held << 5) | words[n];
    bits := bits + 5;
    if bits >= 8 then
      bits := bits - 8;
      hash := set_byte(hash, place, ((held >> bits) & 255)::integer);
      place := place + 1;
      held := held & 255;
    end if;
  end loop;
  return hash;
end $$;

create function app.ripemd160(bytes bytea) returns bytea
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  mask constant bigint := 4294967295;
  left_at constant integer[] := '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,7,4,13,1,10,6,15,3,12,0,9,5,2,14,11,8,3,10,14,4,9,15,8,1,2,7,0,6,13,11,5,12,1,9,11,10,0,8,12,4,13,3,7,15,14,5,6,2,4,0,5,9,7,12,2,10,14,1,3,8,11,6,15,13}';
  right_at constant integer[] := '{5,14,7,0,9,2,11,4,13,6,15,8,1,10,3,12,6,11,3,7,0,13,5,10,14,15,8,12,4,9,1,2,15,5,1,3,7,14,6,9,11,8,12,2,10,0,4,13,8,6,4,1,3,11,15,0,5,12,2,13,9,7,10,14,12,15,10,4,1,5,8,7,6,2,13,14,0,3,9,11}';
  left_by constant integer[] := '{11,14,15,12,5,8,7,9,11,13,14,15,6,7,9,8,7,6,8,13,11,9,7,15,7,12,15,9,11,7,13,12,11,13,6,7,14,9,13,15,14,8,13,6,5,12,7,5,11,12,14,15,14,15,9,8,9,14,5,6,8,6,5,12,9,15,5,11,6,8,13,12,5,12,13,14,11,8,5,6}';
  right_by constant integer[] := '{8,9,9,11,13,15,15,5,7,7,8,11,14,14,12,6,9,13,15,7,12,8,9,11,7,7,12,7,6,15,13,11,9,7,15,11,8,6,6,14,12,13,5,14,13,13,7,5,15,5,8,11,14,14,6,14,6,9,12,9,12,5,15,8,8,5,12,9,12,5,14,6,8,13,6,5,15,13,11,11}';
  left_add constant bigint[] := '{0,1518500249,1859775393,2400959708,2840853838}';
  right_add constant bigint[] := '{1352829926,1548603684,1836072691,2053994217,0}';
  start constant bigint[] := '{1732584193,4023233417,2562383102,271733878,3285377520}';
  block bytea := bytes || '\x80'::bytea || decode(repeat('00', 63 - length(bytes)), 'hex');
  words bigint[] := '{}'; one bigint[]; other bigint[]; line bigint[]; mixed bigint; round integer; hash bytea := '\x';
begin
  if length(bytes) > 55 then return null; end if;
  block := set_byte(set_byte(block, 56, (length(bytes) * 8) & 255), 57, (length(bytes) * 8) >> 8);
  for n in 0 .. 15 loop
    words := words || (get_byte(block, n * 4)::bigint + (get_byte(block, n * 4 + 1)::bigint << 8)
      + (get_byte(block, n * 4 + 2)::bigint << 16) + (get_byte(block, n * 4 + 3)::bigint << 24));
  end loop;
  for side in 0 .. 1 loop
    line := start;
    for n in 0 .. 79 loop
      round := case side when 0 then n / 16 else 4 - n / 16 end;
      mixed := case round
        when 0 then line[2] # line[3] # line[4]
        when 1 then (line[2] & line[3]) | ((line[2] # mask) & line[4])
        when 2 then (line[2] | (line[3] # mask)) # line[4]
        when 3 then (line[2] & line[4]) | (line[3] & (line[4] # mask))
        else line[2] # (line[3] | (line[4] # mask)) end;
      mixed := (line[1] + mixed + words[1 + case side when 0 then left_at[n + 1] else right_at[n + 1] end]
        + case side when 0 then left_add[n / 16 + 1] else right_add[n / 16 + 1] end) & mask;
      round := case side when 0 then left_by[n + 1] else right_by[n + 1] end;
      mixed := ((((mixed << round) & mask) | (mixed >> (32 - round))) + line[5]) & mask;
      line := array[line[5], mixed, line[2], ((line[3] << 10) & mask) | (line[3] >> 22), line[4]];
    end loop;
    if side = 0 then one := line; else other := line; end if;
  end loop;
  line := array[start[2] + one[3] + other[4], start[3] + one[4] + other[5], start[4] + one[5] + other[1],
    start[5] + one[1] + other[2], start[1] + one[2] + other[3]];
  for n in 1 .. 5 loop
    for byte in 0 .. 3 loop hash := hash || set_byte('\x00'::bytea, 0, ((line[n] >> (8 * byte)) & 255)::integer); end loop;
  end loop;
  return hash;
end $$;

create function app.bitcoin_key_hash(address text) returns bytea
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp
begin atomic
  select case when address like '1%' and length(address) between 26 and 35 then app.base58check_hash(address, 0)
    when address ilike 'bc1q%' then app.bech32_hash(address) end;
end;

create function app.wrapped_wallet(address text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp
begin atomic
  select app.base58check_of('\x05'::bytea || app.ripemd160(sha256('\x0014'::bytea || app.bitcoin_key_hash(address))));
end;

create function app.plain_wallet(address text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp
begin atomic
  select case when address ~* '^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]{6,})$' then lower(address) else address end;
end;

create function app.wallet_forms(address text) returns text[]
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare hash bytea := app.bitcoin_key_hash(address); plain text := app.plain_wallet(address);
begin
  if hash is not null then
    return array[app.base58check_of('\x00'::bytea || hash), app.bech32_of(hash), app.wrapped_wallet(address)];
  end if;
  if plain ~ '^0x[0-9a-f]{40}$' then
    return array[plain, app.base58check_of('\x41'::bytea || decode(substr(plain, 3), 'hex'))];
  end if;
  if address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$' then hash := app.base58check_hash(address, 65); end if;
  return case when hash is null then array[plain] else array['0x' || encode(hash, 'hex'), address] end;
end $$;

create function app.wrapping(address text) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare kept text;
begin
  select w.wrapped into kept from public.equivalent_addresses w where w.address = wrapping.address;
  if found then return kept; end if;
  return app.wrapped_wallet(wrapping.address);
end $$;

create function app.store_equivalent_addresses() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n integer;
begin
  if not app.is_product() then raise exception 'only the product keeps them'; end if;
  insert into public.equivalent_addresses (address, wrapped)
    select p.place, app.wrapped_wallet(p.place) from (select distinct k.place from app.frozen_places() k
        where (k.place like '1%' or k.place ilike 'bc1q%') and app.bitcoin_key_hash(k.place) is not null
          and not exists (select from public.equivalent_addresses w where w.address = k.place)
        limit 500) p
    on conflict do nothing;
  get diagnostics n = row_count;
  delete from public.equivalent_addresses w where w.address not in (select k.place from app.frozen_places() k
    where k.place is not null);
  return n;
end $$;

revoke all on function
  app.base58_of, app.base58_bytes, app.base58check_of, app.base58check_hash, app.bech32_sum, app.bech32_of,
  app.bech32_hash, app.ripemd160, app.bitcoin_key_hash, app.wrapped_wallet, app.plain_wallet, app.wallet_forms,
  app.wrapping, app.store_equivalent_addresses
  from public;
grant execute on function app.store_equivalent_addresses to cryptocommerce_app;
