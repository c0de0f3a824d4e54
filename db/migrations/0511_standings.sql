-- Why: the list of customers by risk looked for the newest assessment of each of them among those of all orders that there ever
-- were. How somebody stands changes with an assessment or a review, and mostly not even then, so it is kept beside them.

-- Whose row goes when they are erased, as their assessments and reviews do.
create table customer_standings (
  user_id uuid primary key references auth."user",
  -- Of the newest assessment; 0 for whom none was made.
  score risk_score not null,
  -- Of the newest assessment or review, whichever came later.
  level risk_level not null
);
alter table customer_standings enable row level security, force row level security;
create policy compliance_reads on customer_standings for select to cryptocommerce_app
  using ((select app.sees_compliance()) and user_id is distinct from (select app.user_id()));
create policy not_another_of_theirs on customer_standings as restrictive for select to cryptocommerce_app
  using (user_id <> all ((select app.other_accounts())::uuid[]));
-- For app.keep_standing(), app.keep_reviewed() and whoever erases.
create policy owner_keeps on customer_standings to current_user using (true) with check (true);
grant select on customer_standings to cryptocommerce_app;

-- Two at once would each find the standing as it was before the other. Where nothing changes nothing is written: most orders
-- are judged as the one before.
create function app.keep_standing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  if not exists (select from public.customer_standings s
      where s.user_id = new.user_id and s.score = new.risk_score and s.level = new.risk_level) then
    insert into public.customer_standings (user_id, score, level) values (new.user_id, new.risk_score, new.risk_level)
      on conflict (user_id) do update set score = excluded.score, level = excluded.level;
  end if;
  return null;
end $$;
create function app.keep_reviewed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || new.user_id, 0));
  insert into public.customer_standings (user_id, score, level) values (new.user_id, 0, new.risk_level)
    on conflict (user_id) do update set level = excluded.level;
  return null;
end $$;
revoke all on function app.keep_standing(), app.keep_reviewed() from public;
create trigger keep_standing after insert on risk_assessments for each row execute function app.keep_standing();
create trigger keep_standing after insert on customer_reviews for each row execute function app.keep_reviewed();
