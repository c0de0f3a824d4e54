-- Why: before each order nine looks into three tables, empty for nearly everybody, found that nothing stops its customer.
-- One table names the accounts about which a freeze, another account or a link ever stood; whoever is not in it is let
-- through by one look, and of whoever is all is asked as before.
create table noted_accounts (id uuid primary key references auth."user" on delete cascade);
alter table noted_accounts enable row level security;
alter table noted_accounts force row level security;
create policy owner_keeps on noted_accounts for all to current_user using (true) with check (true);

alter table account_freezes no force row level security;
alter table joined_accounts no force row level security;
alter table account_links no force row level security;
insert into noted_accounts
  select user_id from account_freezes union select user_id from joined_accounts
  union select one from account_links union select other from account_links;
alter table account_freezes force row level security;
alter table joined_accounts force row level security;
alter table account_links force row level security;

create function app.note_accounts() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.noted_accounts
    select distinct (to_jsonb(new) ->> c)::uuid from unnest(tg_argv) c order by 1 on conflict do nothing;
  return null;
end $$;
revoke all on function app.note_accounts() from public;
create trigger noted after insert or update on account_freezes for each row execute function app.note_accounts('user_id');
create trigger noted after insert or update on joined_accounts for each row execute function app.note_accounts('user_id');
create trigger noted after insert or update on account_links for each row execute function app.note_accounts('one', 'other');

create or replace function app.nothing_stops(person uuid) returns boolean language plpgsql stable as $$
begin
  return not exists (select from public.noted_accounts n where n.id = person);
end $$;

create or replace function app.refuse_while_frozen(person uuid, order_id uuid, step text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare stopped boolean;
begin
  if app.nothing_stops(person) then
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || person, 0));
    -- Asked again behind the lock: what was decided while this waited is seen.
    if app.nothing_stops(person) then return; end if;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || a.id, 0)) from (
    select a.id from app.accounts_of(person) a (id) order by 1) a;
  select bool_or(f.cause <> 'not_me') into stopped
    from public.account_freezes f where f.id in (select app.freezes_on(person));
  if stopped is null or (step in ('order', 'release') and not stopped) then return; end if;
  if step in ('return', 'release') and stopped and app.return_decided(order_id, person) then return; end if;
  raise exception 'nothing of a frozen customer moves: %', step
    using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
end $$;
