-- Warnings shown before an order, and the customer's answers. Rows are immutable: no cooling-off period gets shorter.
create table order_warnings (
  order_id uuid primary key,
  user_id uuid not null,
  scope text not null,
  value text not null constraint warned_value_length check (length(value) between 1 and 320),
  warning_level text not null constraint warned_told_known check (warning_level in ('reported', 'published')),
  verdict text constraint warned_verdict_known check (verdict in ('scam', 'likely')),
  reporter_count integer constraint warned_people check (reporter_count >= 0),
  slug text,
  publication_id uuid references scam_publications,
  scam_case_id uuid references scam_cases on delete set null,
  questionnaire_version integer not null constraint warned_words check (questionnaire_version > 0),
  instructed_to_pay boolean,
  hurried boolean,
  controls_wallet boolean,
  shown_at timestamptz not null,
  cooling_off_until timestamptz,
  constraint warning_of_own_order foreign key (user_id, order_id) references transactions (user_id, id)
    on delete cascade,
  constraint answered_whole check (num_nonnulls(instructed_to_pay, hurried, controls_wallet) in (0, 3)),
  constraint cools_where_published check (cooling_off_until is null or (warning_level = 'published'
    and cooling_off_until > shown_at)),
  constraint warned_whole check ((warning_level = 'published') = (num_nonnulls(verdict, reporter_count, slug) = 3)
    and num_nonnulls(verdict, reporter_count, slug) in (0, 3))
);
create index order_warnings_matter on order_warnings (scam_case_id) where scam_case_id is not null;
create index order_warnings_owner on order_warnings (user_id, order_id);
create index order_warnings_publication on order_warnings (publication_id) where publication_id is not null;
alter table order_warnings enable row level security;
alter table order_warnings force row level security;
create policy own_insert on order_warnings for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff_select on order_warnings for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on order_warnings for all to current_user using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on order_warnings for select to current_user using (true);
grant select, insert on order_warnings to cryptocommerce_app;

create function app.check_order_warning() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.publication_id := (select p.id from public.scam_publications p where p.slug = new.slug);
  new.scam_case_id := coalesce((select p.scam_case_id from public.scam_publications p where p.slug = new.slug),
    (select i.scam_case_id from public.scam_indicators i where i.kind = 'wallet' and i.scope = new.scope
      and i.value = new.value));
  return new;
end $$;
create trigger check_order_warning before insert on order_warnings for each row
  execute function app.check_order_warning();

create function app.refuse_payout_within_cooling_off() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.order_warnings w where w.order_id = new.id
    and w.cooling_off_until > new.updated_at) then
    raise exception 'cooling-off period has not ended' using errcode = 'check_violation', constraint = 'nothing_leaves_while_cooling';
  end if;
  return new;
end $$;
create trigger refuse_payout_within_cooling_off before update of pay_out on transactions for each row
  when (new.pay_out in ('prepared', 'approved', 'sent') and new.pay_out is distinct from old.pay_out)
  execute function app.refuse_payout_within_cooling_off();

revoke all on function app.check_order_warning, app.refuse_payout_within_cooling_off from public;
