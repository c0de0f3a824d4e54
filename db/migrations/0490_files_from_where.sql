-- Why: files that were sent and never handed in were bounded for each account and not together: many accounts that are
-- thrown away would fill the disk. From where a file came says how much of it one line may leave with us.

-- Marks of the connection and of the network around it, under a key of the application: nobody can be read out of them.
-- A day later nothing counts them any more, and they are forgotten.
create table file_origins (
  file_id uuid primary key references files (id) on delete cascade,
  connection text not null,
  network text not null,
  created_at timestamptz not null
);
create index file_origins_network on file_origins (network, created_at);
create index file_origins_old on file_origins (created_at);
alter table file_origins enable row level security;
alter table file_origins force row level security;
-- Whoever sends a file says from where; nobody reads it but the product.
create policy own_file on file_origins for insert to cryptocommerce_app with check (exists (
  select from files f where f.id = file_id and f.user_id = (select app.user_id())));
create policy product_reads on file_origins for select to cryptocommerce_app using ((select app.is_product()));
create policy product_forgets on file_origins for delete to cryptocommerce_app using ((select app.is_product()));
grant select, insert, delete on file_origins to cryptocommerce_app;
