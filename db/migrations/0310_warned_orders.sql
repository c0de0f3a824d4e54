-- Why: whoever orders coins to a wallet that people warn of is shown the warning and asked three questions. What was shown
-- and answered stays with the order, as it was. Where a published warning calls the wallet a scam, or likely one, the order
-- cools off: its customer may call it off whatever they paid, and nothing of it leaves. Nobody shortens that.

create table order_warnings (
  order_id uuid primary key,
  user_id uuid not null,
  -- What was looked up and found: a wallet on a family of networks, with its tag where it has one.
  scope text not null,
  value text not null constraint warned_value_length check (length(value) between 1 and 320),
  told text not null constraint warned_told_known check (told in ('reported', 'published')),
  verdict text constraint warned_verdict_known check (verdict in ('scam', 'likely')),
  people integer constraint warned_people check (people >= 0),
  slug text,
  publication_id uuid references scam_publications (id),
  matter_id uuid references scam_matters (id) on delete set null,
  -- Which version of the words and questions was shown.
  words integer not null constraint warned_words check (words > 0),
  told_to_pay boolean,
  hurried boolean,
  own_keys boolean,
  shown_at timestamptz not null,
  cools_until timestamptz,
  constraint warning_of_own_order foreign key (user_id, order_id) references transactions (user_id, id) on delete cascade,
  constraint warned_whole check ((told = 'published') = (num_nonnulls(verdict, people, slug) = 3)
    and num_nonnulls(verdict, people, slug) in (0, 3)),
  constraint answered_whole check (num_nonnulls(told_to_pay, hurried, own_keys) in (0, 3)),
  constraint cools_where_published check (cools_until is null or (told = 'published' and cools_until > shown_at))
);
create index order_warnings_owner on order_warnings (user_id, order_id);
create index order_warnings_publication on order_warnings (publication_id) where publication_id is not null;
create index order_warnings_matter on order_warnings (matter_id) where matter_id is not null;
alter table order_warnings enable row level security;
alter table order_warnings force row level security;
create policy own on order_warnings for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff on order_warnings for select to cryptocommerce_app
  using ((select app.sees_all()) or user_id = app.user_id());
create policy owner_erases on order_warnings for all to current_user using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_looks on order_warnings for select to current_user using (true);
grant select, insert on order_warnings to cryptocommerce_app;

-- Of which publication and matter it is, the database knows: nobody who buys learns of matters.
create function app.order_warning_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.publication_id := (select p.id from public.scam_publications p where p.slug = new.slug);
  new.matter_id := coalesce((select p.matter_id from public.scam_publications p where p.slug = new.slug),
    (select i.matter_id from public.scam_indicators i where i.kind = 'wallet' and i.scope = new.scope and i.value = new.value));
  return new;
end $$;
create trigger order_warning_stands before insert on order_warnings for each row execute function app.order_warning_stands();

-- By the moment that the order's own row tells: the clock of whoever moves it.
create function app.refuse_while_cooling() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.order_warnings w where w.order_id = new.id and w.cools_until > new.updated_at) then
    raise exception 'its customer may still call it off' using errcode = 'check_violation', constraint = 'nothing_leaves_while_cooling';
  end if;
  return new;
end $$;
create trigger refuse_while_cooling before update of pay_out on transactions for each row
  when (new.pay_out in ('prepared', 'approved', 'sent') and new.pay_out is distinct from old.pay_out)
  execute function app.refuse_while_cooling();
revoke all on function app.order_warning_stands(), app.refuse_while_cooling() from public;

-- It goes with what else is personal of an order.
do $$
begin
  execute replace(pg_get_functiondef('app.blank_order(uuid, date)'::regprocedure),
    'delete from public.transfer_parties where order_id = which;',
    'delete from public.transfer_parties where order_id = which;' || E'\n  ' ||
    'delete from public.order_warnings where order_id = which;');
end $$;

-- Hours of cooling off; each older value and open proposal gets it as well: each is read whole.
update setting_versions set value = value || '{"coolingHours": 24}' where key = 'scam_reports';
alter table proposals no force row level security;
update proposals set payload = payload || '{"coolingHours": 24}', stood = stood || '{"coolingHours": 24}'
 where kind = 'setting' and subject = 'scam_reports';
alter table proposals force row level security;
