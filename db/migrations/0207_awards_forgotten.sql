-- Why: what two people read before training coins were sent names wallets, and named people, and is about nobody by its
-- columns: it went on saying who they were once they were erased.

create function app.award_forgotten() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.erasing() then return null; end if;
  update public.proposals p set payload = jsonb_set(p.payload, '{awards}', (
      select jsonb_agg(case a.one ->> 'id' when old.id::text then a.one - array['attendee', 'address'] else a.one end
          order by a.place) from jsonb_array_elements(p.payload -> 'awards') with ordinality a (one, place)))
   where p.kind = 'award' and p.subject = old.session_id::text
     and p.payload -> 'awards' @> jsonb_build_array(jsonb_build_object('id', old.id));
  return null;
end $$;
revoke execute on function app.award_forgotten() from public;
create trigger award_forgotten after delete on lgm_awards for each row execute function app.award_forgotten();

-- Names are read where they are shown, and stand in no proposal any more; of whoever is erased already nothing does.
select set_config('app.erasing', 'yes', true);
update proposals p set payload = jsonb_set(p.payload, '{awards}', (
    select coalesce(jsonb_agg(case when exists (select from lgm_awards w where w.id::text = a.one ->> 'id')
        then a.one - 'attendee' else a.one - array['attendee', 'address'] end order by a.place), '[]')
      from jsonb_array_elements(p.payload -> 'awards') with ordinality a (one, place)))
 where p.kind = 'award';
select set_config('app.erasing', '', true);
