-- Data breaches, without personal data. The 72 hours start at `aware_at` (Data Protection Act 2020).
create table breaches (
  id uuid primary key default uuidv7(),
  title text not null,
  aware_at timestamptz not null,
  facts text not null,
  subjects text not null,
  consequences text not null,
  measures text not null,
  contact text not null,
  version integer not null default 1,
  commissioner_notified_at timestamptz,
  persons_notified_at timestamptz,
  noted_by uuid not null references auth."user",
  noted_at timestamptz not null,
  constraint breach_known_before_noted check (aware_at <= noted_at),
  constraint breach_told_once_known check (commissioner_notified_at >= aware_at and persons_notified_at >= aware_at)
);
create index breaches_noted_by on breaches (noted_by);
alter table breaches enable row level security;
alter table breaches force row level security;
create policy compliance_insert on breaches for insert to cryptocommerce_app
  with check ((select app.is_compliance_staff()) and noted_by = (select app.user_id()));
create policy compliance_select on breaches for select to cryptocommerce_app using ((select app.can_read_compliance()));
create policy compliance_update on breaches for update to cryptocommerce_app
  using ((select app.is_compliance_staff())) with check ((select app.is_compliance_staff()));
grant select, insert on breaches to cryptocommerce_app;
grant update (title, facts, subjects, consequences, measures, contact, version, commissioner_notified_at,
  persons_notified_at) on breaches to cryptocommerce_app;
