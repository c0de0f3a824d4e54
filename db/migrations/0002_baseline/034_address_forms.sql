-- Addresses that one private key opens, derived by the application when it stores an address (`address-forms.ts`).
-- `forms` includes `address` itself; EVM and bech32 addresses are in lower case.
create table address_forms (
  address text primary key,
  forms text[] not null constraint forms_include_the_address check (forms @> array[address])
);
create index address_forms_by_form on address_forms using gin (forms);
alter table address_forms enable row level security;
alter table address_forms force row level security;
create policy app_insert on address_forms for insert to cryptocommerce_app with check (true);
create policy owner_select on address_forms for select to current_user using (true);
create policy owner_delete on address_forms for delete to current_user using ((select app.is_system()));
grant insert on address_forms to cryptocommerce_app;

create function app.plain_wallet(address text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp
begin atomic
  select case when address ~* '^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]{6,})$' then lower(address) else address end;
end;

-- All known addresses of the key that opens this address. A P2SH address does not reveal its key, but the key gives its
-- P2SH address.
create function app.addresses_of_key(wallet text) returns text[]
  language sql stable strict set search_path = pg_catalog, pg_temp
begin atomic
  select array(
    select app.plain_wallet(wallet)
    union select unnest(f.forms) from public.address_forms f where f.address = app.plain_wallet(wallet)
    union select f.address from public.address_forms f where f.forms @> array[app.plain_wallet(wallet)]);
end;

revoke all on function app.plain_wallet, app.addresses_of_key from public;
