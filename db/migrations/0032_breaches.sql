-- Why: the Information Commissioner is told of a breach of personal data within 72 hours of our knowing of it, even before
-- its extent is known (Data Protection Act 2020). A record with that clock, for compliance and admins. It names nobody
-- whose data it was: it says how many and which kinds.
create table breaches (
  id uuid primary key default uuidv7(),
  title text not null,
  -- From here the 72 hours run; it is never moved.
  aware_at timestamptz not null,
  -- What happened; whose data, which kinds and how many; what may come of it; what was done; whom to ask.
  facts text not null,
  subjects text not null,
  consequences text not null,
  measures text not null,
  contact text not null,
  -- Grows with every change, so that nobody writes over what they have not read.
  version integer not null default 1,
  commissioner_told_at timestamptz,
  persons_told_at timestamptz,
  noted_by uuid not null references auth."user",
  noted_at timestamptz not null,
  constraint breach_known_before_noted check (aware_at <= noted_at),
  constraint breach_told_once_known check (commissioner_told_at >= aware_at and persons_told_at >= aware_at)
);
create index breaches_noted_by on breaches (noted_by);
alter table breaches enable row level security;
alter table breaches force row level security;
create policy compliance_reads on breaches for select to cryptocommerce_app using ((select app.sees_compliance()));
create policy compliance_adds on breaches for insert to cryptocommerce_app
  with check ((select app.is_compliance_person()) and noted_by = (select app.user_id()));
create policy compliance_updates on breaches for update to cryptocommerce_app
  using ((select app.is_compliance_person())) with check ((select app.is_compliance_person()));
grant select, insert on breaches to cryptocommerce_app;
grant update (title, facts, subjects, consequences, measures, contact, version, commissioner_told_at, persons_told_at)
  on breaches to cryptocommerce_app;
