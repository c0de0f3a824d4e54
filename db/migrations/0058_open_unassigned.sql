-- Why: which unassigned money is open was worked out for every line that ever was unassigned, each time anybody of finance
-- opened a page of the desk. What of a line is left changes only when a line is added, so a trigger keeps those of which
-- something is.

create table unassigned_open (
  movement_id uuid primary key references movements,
  since timestamptz not null
);
create index unassigned_open_since on unassigned_open (since, movement_id);
alter table unassigned_open enable row level security, force row level security;
create policy staff_reads on unassigned_open for select to cryptocommerce_app using ((select app.sees_all()));
-- For app.keep_open(), and for no role of the application.
create policy owner_keeps on unassigned_open to current_user using (true) with check (true);
grant select on unassigned_open to cryptocommerce_app;
insert into unassigned_open (movement_id, since)
  select id, recorded_at from movements where order_id is null and direction = 'in' and app.money_left(id) > 0;

-- Which unassigned line a new line draws on or gives back to; itself where it is one.
create function app.unassigned_of(line movements) returns uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select case
      when line.direction = 'in' and line.order_id is null then line.id
      when line.direction = 'in' then line.from_id
      when line.order_id is null and line.direction = 'back' then line.of_id
      when line.order_id is null and line.direction = 'bounced'
        then (select b.of_id from public.movements b where b.id = line.of_id) end;
  end;

-- Under the lock of whoever draws on it: what is left is read after everything that was drawn before.
create function app.keep_open() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare source uuid := app.unassigned_of(new);
begin
  if source is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || source, 0));
  if app.money_left(source) > 0 then
    insert into public.unassigned_open (movement_id, since)
      select id, recorded_at from public.movements where id = source on conflict do nothing;
  else
    delete from public.unassigned_open where movement_id = source;
  end if;
  return null;
end $$;
revoke all on function app.unassigned_of(movements), app.keep_open() from public;
create trigger keep_open after insert on movements for each row execute function app.keep_open();

drop index movements_unassigned;
-- What went back lately, and may bounce.
create index movements_went_back on movements (recorded_at) where order_id is null and direction = 'back';
