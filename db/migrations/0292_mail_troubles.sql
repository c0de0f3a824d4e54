-- Why: an address that takes no mail, or whose reader calls ours spam, gets no marketing any more, and its owner reads why.

create table mail_troubles (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  kind text not null constraint trouble_known check (kind in ('bounce', 'complaint')),
  -- As whoever told it calls it: told again, it is the same.
  event_id text not null constraint trouble_event_is_short check (length(event_id) between 1 and 200),
  at timestamptz not null,
  constraint trouble_once unique (event_id)
);
create index mail_troubles_of on mail_troubles (user_id, at desc);

alter table mail_troubles enable row level security;
alter table mail_troubles force row level security;
create policy owner_erases on mail_troubles for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy own_or_product on mail_troubles for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
create policy product_notes on mail_troubles for insert to cryptocommerce_app with check ((select app.is_product()));
grant select, insert on mail_troubles to cryptocommerce_app;
