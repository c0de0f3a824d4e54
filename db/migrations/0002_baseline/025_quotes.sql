create table quotes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  side text not null constraint quote_side_known check (side in ('buy', 'sell')),
  terms jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_expired on quotes (expires_at);
create index quotes_owner on quotes (user_id);
alter table quotes enable row level security;
alter table quotes force row level security;
create policy own_all on quotes to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id()) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on quotes to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, delete on quotes to cryptocommerce_app;

create table sell_drafts (
  user_id uuid primary key references auth."user" on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);
alter table sell_drafts enable row level security;
alter table sell_drafts force row level security;
create policy own_all on sell_drafts for all to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on sell_drafts to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert, update, delete on sell_drafts to cryptocommerce_app;
