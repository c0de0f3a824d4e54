-- Why: whoever wants it is told by their browser that there is something new, and no more than that. It ends with the
-- session in which they asked for it.

create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  session_id uuid not null references auth.session (id) on delete cascade,
  -- Where the browser's maker takes our word for this browser.
  endpoint text not null constraint push_is_https check (endpoint ~ '^https://' and length(endpoint) <= 1000),
  created_at timestamptz not null,
  constraint push_once unique (endpoint)
);
create index push_subscriptions_of on push_subscriptions (user_id);
create index push_subscriptions_in on push_subscriptions (session_id);

alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy owner_erases on push_subscriptions for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy own_or_product on push_subscriptions for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
create policy own_asks on push_subscriptions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()));
create policy own_or_product_ends on push_subscriptions for delete to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
grant select, insert, delete on push_subscriptions to cryptocommerce_app;
