-- Money of a frozen payer went back from an order of somebody else: only what stood on no order asked where it came
-- from. What goes back from any order asks that now; what two people decided to give back goes as they decided.

CREATE OR REPLACE FUNCTION app.movement_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare agreed public.proposals; earlier public.movements; t public.transactions;
begin
  if new.direction = 'in' then
    perform app.came_in_stands(new);
    return new;
  end if;
  select * into t from public.transactions where id = new.order_id;
  if new.of_id is not null then
    select * into earlier from public.movements where id = new.of_id and order_id is not distinct from new.order_id;
    if earlier.id is null or earlier.asset <> new.asset
      or (earlier.amount <> new.amount and not (new.direction = 'back' and new.order_id is null))
      or (new.direction in ('back', 'off')) <> (earlier.direction = 'in')
      or (new.direction in ('back', 'off') and new.order_id is not null
        and new.of_id not in (select app.lines_here(new.order_id)))
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  end if;
  select * into agreed from public.proposals p where p.id = new.proposal_id and p.state = 'approved'
    and p.kind = case new.direction when 'out' then 'payout' when 'back' then 'return' else 'undo' end
    and p.subject = coalesce(new.order_id, case new.direction when 'back' then new.of_id else earlier.of_id end)::text;
  if agreed.id is null or exists (select from public.proposals u
      where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = agreed.id::text)
  then raise exception 'movement_not_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'bounced' then
    if agreed.payload ->> 'left' is distinct from new.of_id::text
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if new.direction = 'off' then
    if t.held or agreed.payload ->> 'of' is distinct from new.of_id::text
      or (not earlier.extra and t.pay_out not in ('none', 'failed'))
    then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
    perform app.refuse_while_frozen(new.user_id, new.order_id, 'return');
    return new;
  end if;
  if new.order_id is null then
    perform app.unassigned_goes_back(new);
  else
    if new.direction = 'back' and app.payer_freezes(new.account, new.address)
      and not app.return_decided(new.order_id, new.user_id)
    then raise exception 'nothing of a frozen payer moves'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen'; end if;
    perform app.refuse_while_frozen(new.user_id, new.order_id,
      case new.direction when 'back' then 'return' else 'out' end);
  end if;
  if t.held or (agreed.payload ->> 'amount')::numeric <> new.amount
    or (agreed.payload ->> 'unit', agreed.payload ->> 'account', agreed.payload ->> 'address', agreed.payload ->> 'tag')
      is distinct from (new.asset, new.account, new.address, new.tag)
    or (new.direction = 'out' and t.pay_in <> 'received')
    or (new.direction = 'back' and agreed.payload ->> 'movementId' is distinct from new.of_id::text)
  then raise exception 'movement_not_as_agreed' using errcode = 'check_violation'; end if;
  if new.direction = 'out' and exists (select from public.movements m where m.order_id = new.order_id
      and m.direction = 'out' and not exists (select from public.movements b where b.of_id = m.id))
  then raise exception 'movement_twice' using errcode = 'check_violation'; end if;
  return new;
end $function$;
