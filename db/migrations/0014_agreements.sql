-- Why: we must be able to show which version of each text somebody agreed to, and when (Data Protection Act 2020; the
-- contract itself). A new version asks again. Plans, workshops and the tokens' addresses became settings as well.

create table agreements (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  document text not null
    constraint agreement_document_known check (document in ('terms', 'privacy', 'risk-indemnity')),
  version text not null constraint agreement_version_short check (length(version) between 1 and 20),
  agreed_at timestamptz not null default now(),
  constraint agreed_once unique (user_id, document, version)
);
alter table agreements enable row level security;
alter table agreements force row level security;
create policy own_or_staff on agreements for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.sees_all()));
create policy own on agreements for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy sign_up on agreements for insert to cryptocommerce_auth with check (true);
-- An agreement is a fact: it is never changed and never taken back, only followed by the next.
grant select, insert on agreements to cryptocommerce_app;
grant insert on agreements to cryptocommerce_auth;

-- A database that has its settings already gets the new ones; an empty one gets them all when it is laid down.
insert into setting_versions (key, value)
  select key, value from (values
    ('plan_prices', '{"basic": 5000, "personal": 6000, "professional": 7000, "workshop": 4000}'::jsonb),
    ('token_contracts', '{"MHI": "MahoniDemo111111111111111111111111111111111",
                          "LGM": "LignumDemo111111111111111111111111111111111"}'::jsonb)) fresh (key, value)
   where exists (select from setting_versions);
