-- Why: one person of finance kept a colleague's pay-out back by keeping one statement after the other, each with other words: every
-- line asked for somebody else's look anew. What was judged stays judged, and three looks at what one person shows are enough.

-- Whether the keeper of a line kept three lines before against the same money, which is `thing`: a line that became it, or what was
-- typed by hand (with the person who wrote that), and others settled each. Their next one needs the word of another keeper.
create function app.shown_thrice(line uuid, thing uuid, wrote uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.sees_all() and not (l.recorded_by = shown_thrice.wrote or app.same_person(l.recorded_by, shown_thrice.wrote))
      and (select count(*) >= 3 from public.bank_lines b
        where b.id <> l.id and (b.recorded_by = l.recorded_by or app.same_person(b.recorded_by, l.recorded_by))
          and (b.reference_key = l.reference_key
            or b.id in (select d.shown_again from public.bank_line_doubts d where d.line_id = shown_thrice.thing))
          and (exists (select from public.proposals p where p.kind = 'two_lines' and p.state = 'approved'
              and ((p.subject = b.id::text and p.payload -> 'than' ? shown_thrice.thing::text)
                or (p.subject = shown_thrice.thing::text and p.payload -> 'than' ? b.id::text)))
            or (b.aside is not null and b.aside <> 'erased' and b.aside_by <> b.recorded_by and b.aside_by <> shown_thrice.wrote
              and not app.same_person(b.aside_by, b.recorded_by) and not app.same_person(b.aside_by, shown_thrice.wrote)
              and b.id in (select d.shown_again from public.bank_line_doubts d where d.line_id = shown_thrice.thing))))
    from public.bank_lines l where l.id = shown_thrice.line;
end;
revoke all on function app.shown_thrice(uuid, uuid, uuid) from public;
grant execute on function app.shown_thrice(uuid, uuid, uuid) to cryptocommerce_app;

-- Whether a line that `wrote` kept and confirmed was found in the statement of somebody else, by somebody else's word: it is the bank's.
create function app.line_is_judged(line uuid, wrote uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.sees_all() and exists (select from public.bank_line_doubts d join public.bank_lines j on j.id = d.shown_again
    where d.line_id = line_is_judged.line and j.aside = 'same_line'
      and j.recorded_by <> line_is_judged.wrote and not app.same_person(j.recorded_by, line_is_judged.wrote)
      and j.aside_by <> line_is_judged.wrote and not app.same_person(j.aside_by, line_is_judged.wrote));
end;
revoke all on function app.line_is_judged(uuid, uuid) from public;

-- As in 0496, but for what is judged, and for what one person shows for the fourth time.
create or replace function app.lines_shown_again(movement uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.id from public.movements w
      join public.bank_lines o on o.movement_id = w.id
      join public.bank_line_doubts d on d.line_id = o.id join public.bank_lines l on l.id = d.shown_again
   where app.sees_all() and w.id = lines_shown_again.movement
     and (o.recorded_by = w.recorded_by or app.same_person(o.recorded_by, w.recorded_by)) and l.movement_id is null
     and (l.aside is null or (l.aside <> 'erased'
       and (l.aside_by = w.recorded_by or app.same_person(l.aside_by, w.recorded_by))))
     and not exists (select from public.proposals p where p.kind = 'two_lines' and p.state = 'approved'
       and ((p.subject = l.id::text and p.payload -> 'than' ? o.id::text)
         or (p.subject = o.id::text and p.payload -> 'than' ? l.id::text)))
     and not app.line_is_judged(o.id, w.recorded_by) and not app.shown_thrice(l.id, o.id, w.recorded_by);
end;
