-- One line of the bank could pay two orders by the word of one person: told again as its own further part, it was
-- attached to another order. Only what came in has further parts, from the same hands over the same way; and who told
-- of one attaches it nowhere.

CREATE OR REPLACE FUNCTION app.came_in_stands(line movements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare source public.movements; first public.movements;
begin
  if line.order_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lines of ' || line.order_id, 0));
    if not line.extra and exists (select from public.movements m where m.order_id = line.order_id
        and m.direction = 'in' and not m.extra
        and not exists (select from public.movements o where o.of_id = m.id and o.direction = 'off'))
    then raise exception 'own_pay_in_once' using errcode = 'check_violation'; end if;
  end if;
  if line.from_id is null then
    if line.reference_key like '% /%' then
      select * into first from public.movements m
       where m.reference_key = split_part(line.reference_key, ' /', 1) and m.direction = 'in';
      -- A line of before we noted who paid has neither account nor address.
      if first.id is null or first.rail <> line.rail or ((first.account, first.address) is distinct from
        (line.account, line.address) and not (first.account is null and first.address is null))
      then raise exception 'part_of_another' using errcode = 'check_violation'; end if;
    end if;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unassigned ' || line.from_id, 0));
  select * into source from public.movements where id = line.from_id;
  if (source.asset, source.rail, source.bank, source.account, source.holder, source.address, source.tag,
      date_trunc('milliseconds', source.moved_at), source.day_only)
    is distinct from (line.asset, line.rail, line.bank, line.account, line.holder, line.address, line.tag,
      date_trunc('milliseconds', line.moved_at), line.day_only)
  then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  if line.order_id is null then
    if source.direction <> 'off' or source.amount <> line.amount
    then raise exception 'movement_of_another' using errcode = 'check_violation'; end if;
  elsif source.order_id is not null or source.direction <> 'in' or line.amount > app.money_left(source.id)
  then raise exception 'more_than_is_left' using errcode = 'check_violation';
  elsif source.reference_key like '% /%'
    and (line.recorded_by = source.recorded_by or app.same_person(line.recorded_by, source.recorded_by))
  then raise exception 'part_by_another' using errcode = 'check_violation'; end if;
  if line.order_id is not null then
    perform app.refuse_while_frozen(c.user_id, c.order_id, 'out')
      from app.came_through(line.from_id) c where c.user_id <> line.user_id order by c.user_id, c.order_id;
  end if;
end $function$;
