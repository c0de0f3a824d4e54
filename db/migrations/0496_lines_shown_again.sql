-- Why: whoever writes a line into a statement themselves and confirms it has money by their own word alone. When the bank's own
-- statement came, its line was shown as the same one, and the pay-out went on all the same.

-- Of a line that became money, or was about to: which other line, of another upload, may be the same.
create table bank_line_doubts (
  line_id uuid not null references bank_lines (id),
  -- No reference: it would wait for whoever works on that line, who waits for this one.
  shown_again uuid not null,
  noted_at timestamptz not null,
  primary key (line_id, shown_again),
  constraint no_line_is_itself_again check (line_id <> shown_again)
);
create index bank_line_doubts_again on bank_line_doubts (shown_again);
alter table bank_line_doubts enable row level security;
alter table bank_line_doubts force row level security;
create policy finance_notes on bank_line_doubts for insert to cryptocommerce_app
  with check ((select app.has_role('finance')) or (select app.has_role('admin')));
create policy staff_reads on bank_line_doubts for select to cryptocommerce_app using ((select app.sees_all()));
grant select, insert on bank_line_doubts to cryptocommerce_app;
create policy owner_looks on bank_line_doubts for select to current_user using (true);

-- Of a line that came in: the lines of other uploads that may show it again and that nobody but its own confirmer settled, where
-- that same person had kept its line too. Two accounts of one person are one.
create function app.lines_shown_again(movement uuid) returns setof uuid
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
         or (p.subject = o.id::text and p.payload -> 'than' ? l.id::text)));
end;
revoke all on function app.lines_shown_again(uuid) from public;
grant execute on function app.lines_shown_again(uuid) to cryptocommerce_app;
