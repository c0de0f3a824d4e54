-- Why: the words of letters stood in code alone. Whoever runs the house words them otherwise, as two people agree
-- (decision 064): each version stays, the newest is in force, and one without words brings the house's own back.

create table letter_versions (
  id uuid primary key default uuidv7(),
  letter text not null constraint letter_name_length check (length(letter) between 1 and 60),
  -- Both, or neither: then the house's own words stand.
  subject text constraint letter_subject_is_a_line check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  paragraphs text[] constraint letter_text_length check (length(array_to_string(paragraphs, '')) <= 4000),
  why text not null constraint letter_why_length check (length(why) between 3 and 500),
  valid_from timestamptz not null default now(),
  proposal_id uuid not null constraint letter_version_of_one_proposal unique references proposals,
  proposed_by uuid not null references auth."user",
  approved_by uuid not null references auth."user",
  constraint letter_two_people check (proposed_by <> approved_by),
  constraint letter_words_whole check ((subject is null) = (paragraphs is null))
);
create index letter_newest on letter_versions (letter, id desc);
create index letter_proposed_by on letter_versions (proposed_by);
create index letter_approved_by on letter_versions (approved_by);
alter table letter_versions enable row level security;
alter table letter_versions force row level security;
-- The product words its letters by them; of people only those who change them.
create policy product_and_finance_read on letter_versions for select to cryptocommerce_app
  using ((select app.is_product()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy owner_puts on letter_versions to current_user using (true) with check (true);
grant select on letter_versions to cryptocommerce_app;

do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint where conname = 'proposal_kind_known';
  alter table proposals drop constraint proposal_kind_known;
  execute 'alter table proposals add constraint proposal_kind_known '
    || replace(was, '''award''::text', '''award''::text, ''letter''::text');
end $$;

-- Puts in force what two people agreed on in this very transaction, out of the proposal itself.
create function app.put_letter(proposal uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare asked public.proposals;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'letter' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if asked.id is null then raise exception 'no words of a letter were approved here'; end if;
  insert into public.letter_versions (letter, subject, paragraphs, why, proposal_id, proposed_by, approved_by)
    select asked.subject, w.subject, w.paragraphs, asked.payload ->> 'why', asked.id, asked.proposed_by, asked.decided_by
      from jsonb_to_record(case jsonb_typeof(asked.payload -> 'words') when 'object' then asked.payload -> 'words'
        else '{}' end) w (subject text, paragraphs text[]);
end $$;
revoke all on function app.put_letter(uuid) from public;
grant execute on function app.put_letter(uuid) to cryptocommerce_app;

-- A word that changes with them, so that no letter reads them anew.
alter table in_force add column letters uuid not null default uuidv7();
create function app.letters_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.in_force set letters = uuidv7();
  return null;
end $$;
revoke all on function app.letters_changed() from public;
create trigger letters_in_force after insert or update or delete on letter_versions
  for each statement execute function app.letters_changed();
