-- Why: a course could cost US$10,000, and nothing that is asked from US$1,000 on (E5) is asked of what is paid for besides
-- orders: somebody with no approved tier sent US$5,000 in coins and had them back. What is sold besides orders stays below
-- the one threshold (decision 041), the price of a course as it is set, and any payment as it begins, whatever the settings
-- have become since.
create function app.threshold_usd() returns numeric
  language sql stable security definer set search_path = pg_catalog as $$
  select (s.value ->> 'gate')::numeric from public.setting_versions s where s.key = 'caps'
   order by s.valid_from desc, s.id desc limit 1
$$;
revoke all on function app.threshold_usd() from public;

alter table courses drop constraint price_is_no_debt, add constraint price_is_no_debt check (price_usd >= 0);
create function app.course_below_threshold() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if (tg_op = 'INSERT' or new.price_usd <> old.price_usd) and new.price_usd >= app.threshold_usd()
  then raise exception 'a course costs less' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $$;
revoke all on function app.course_below_threshold() from public;
create trigger course_below_threshold before insert or update of price_usd on courses
  for each row execute function app.course_below_threshold();

create function app.payment_below_threshold() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.amount_jmd >= app.threshold_usd() * (select (s.value ->> 'buy')::numeric from public.setting_versions s
    where s.key = 'rates' order by s.valid_from desc, s.id desc limit 1)
  then raise exception 'no payment is so large' using errcode = 'check_violation', constraint = 'stays_below_threshold'; end if;
  return new;
end $$;
revoke all on function app.payment_below_threshold() from public;
create trigger payment_below_threshold before insert or update of amount_jmd on payments
  for each row execute function app.payment_below_threshold();
