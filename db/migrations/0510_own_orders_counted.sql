-- Why: the three counts of a customer's orders asked the wall of rows once more for each order, though they were found by their
-- customer: three quarters of what counting took.

-- Of whoever asks, and of nobody else: read along an index alone, which placing an order writes anyway.
create function app.own_order_counts() returns table (total integer, completed integer, pending integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*)::integer, (count(*) filter (where t.status = 'completed'))::integer,
         (count(*) filter (where t.status in ('pending', 'processing')))::integer
    from public.transactions t where t.user_id = app.user_id();
end;
revoke all on function app.own_order_counts() from public;
grant execute on function app.own_order_counts() to cryptocommerce_app;
