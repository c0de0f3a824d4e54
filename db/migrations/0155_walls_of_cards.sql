-- Why: a page of a card provider was anybody's to lay down for what is due to somebody else, for another amount, or under the word
-- under which another's charge comes back. Our code never does; now the database does not take it either.
create function app.card_page_stands(page public.card_sessions) returns boolean
  language sql stable security definer set search_path to 'pg_catalog' begin atomic
  select case page.kind
      when 'order' then exists (select from public.transactions t where t.id = page.due_id and t.user_id = page.user_id)
      else exists (select from public.payments p where p.id = page.due_id and p.user_id = page.user_id
        and p.amount_jmd = page.amount and page.currency = 'JMD') end
    and not exists (select from public.card_sessions s where s.provider = page.provider and s.reference = page.reference
      and (s.user_id, s.due_id) is distinct from (page.user_id, page.due_id));
end;
revoke execute on function app.card_page_stands(public.card_sessions) from public;
grant execute on function app.card_page_stands(public.card_sessions) to cryptocommerce_app;
drop policy own_opens on card_sessions;
create policy own_opens on card_sessions for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and outcome is null and app.card_page_stands(card_sessions));

-- The number of a charge or its return as staff type it is looked for without its provider and in capitals.
create index movements_card_numbers on movements (upper(regexp_replace(reference_key, '^card:([a-z]+:)?', ''))) where rail = 'card';

-- Under the hash under which we sent training coins nobody paid us.
create or replace FUNCTION app.hash_taken(which uuid, hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('reference ' || hash, 0));
  return exists (select from public.payments p where p.transaction_hash = hash and p.id <> which)
    or exists (select from public.movements m where m.reference_key = hash)
    or exists (select from public.lgm_awards a where a.transaction_hash = hash);
end $function$
;
