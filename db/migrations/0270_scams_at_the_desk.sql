-- Why: what people report is judged at the desk. Support reads and notes; compliance and admin judge, answer reporters
-- and publish, which takes two of them. Nobody judges a matter in which an account of their own person reported, and
-- whoever judged a matter does not answer the appeal against it.

create function app.judges_scams() returns boolean language sql stable parallel safe
  return app.is_product() or app.has_role('compliance') or app.has_role('admin');

-- What staff write down beside a matter; it goes where the matter goes.
create table scam_notes (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references scam_matters (id) on delete cascade,
  text text not null constraint scam_note_length check (length(text) between 1 and 2000),
  written_by uuid not null references auth."user" (id),
  written_at timestamptz not null
);
create index scam_notes_matter on scam_notes (matter_id, written_at);
create index scam_notes_by on scam_notes (written_by);
alter table scam_notes enable row level security;
alter table scam_notes force row level security;
create policy owner_keeps on scam_notes for all to current_user using (true) with check (true);
create policy staff_reads on scam_notes for select to cryptocommerce_app using ((select app.reads_scams()));
create policy staff_notes on scam_notes for insert to cryptocommerce_app
  with check ((select app.reads_scams()) and written_by = (select app.user_id()));
grant select, insert on scam_notes to cryptocommerce_app;

create function app.scam_notes_move() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.scam_notes set matter_id = new.merged_into where matter_id = new.id;
  return null;
end $$;
create trigger scam_notes_move after update of merged_into on scam_matters
  for each row when (new.merged_into is not null) execute function app.scam_notes_move();

-- Support wrote wherever compliance and admin do.
drop policy staff_decides on scam_reports;
create policy staff_decides on scam_reports for update to cryptocommerce_app
  using ((select app.judges_scams()) and user_id is distinct from (select app.user_id()))
  with check ((select app.judges_scams()) and (decided_by is null or decided_by = (select app.user_id())));
drop policy staff_works on scam_matters;
create policy staff_works on scam_matters for update to cryptocommerce_app
  using ((select app.judges_scams())) with check ((select app.judges_scams()));
drop policy staff_judges on scam_verdicts;
create policy staff_judges on scam_verdicts for insert to cryptocommerce_app
  with check ((select app.judges_scams()) and decided_by = (select app.user_id()));
drop policy staff_publishes on scam_publications;
create policy staff_publishes on scam_publications for insert to cryptocommerce_app
  with check ((select app.judges_scams()) and withdrawn_at is null);
drop policy staff_withdraws on scam_publications;
create policy staff_withdraws on scam_publications for update to cryptocommerce_app
  using ((select app.judges_scams()) and withdrawn_at is null)
  with check ((select app.judges_scams()) and withdrawn_by = (select app.user_id()));
drop policy staff_publishes on scam_published_indicators;
create policy staff_publishes on scam_published_indicators for insert to cryptocommerce_app
  with check ((select app.judges_scams()));
drop policy staff_decides on scam_appeals;
create policy staff_decides on scam_appeals for update to cryptocommerce_app
  using ((select app.judges_scams()) and state = 'open' and user_id is distinct from (select app.user_id()))
  with check ((select app.judges_scams()) and state <> 'open' and decided_by = (select app.user_id()));

-- Whether an account of this person reported in a matter.
create function app.reported_in(matter uuid, who uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.scam_reports r where r.matter_id = matter and (r.user_id = who or app.same_person(r.user_id, who)))
$$;

create function app.verdict_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.reported_in(new.matter_id, new.decided_by) then
    raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person';
  end if;
  return new;
end $$;
create trigger verdict_stands before insert on scam_verdicts for each row execute function app.verdict_stands();

-- What is published is not of those who reported; names only what is of its matter, and nothing that is everybody's.
create function app.publishers_stand() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from public.proposals p where p.id = new.proposal_id
    and (app.reported_in(new.matter_id, p.proposed_by) or app.reported_in(new.matter_id, p.decided_by)))
  then raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $$;
create trigger publishers_stand before insert on scam_publications for each row execute function app.publishers_stand();
create function app.published_indicator_stands() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from public.scam_publications p join public.proposals a on a.id = p.proposal_id
      join public.scam_indicators i on i.id = new.indicator_id
     where p.id = new.publication_id and not i.common and a.payload -> 'indicators' ? i.id::text
       and (i.matter_id = p.matter_id or exists (select from public.scam_report_indicators l
         join public.scam_reports r on r.id = l.report_id where l.indicator_id = i.id and r.matter_id = p.matter_id)))
  then raise exception 'two people published other things' using errcode = 'check_violation', constraint = 'published_as_frozen'; end if;
  return new;
end $$;
create trigger published_indicator_stands before insert on scam_published_indicators
  for each row execute function app.published_indicator_stands();

-- A thing that is everybody's is marked with a word, by whoever judges; never while a warning names it.
alter table scam_indicators
  add column common_word text constraint common_word_length check (length(common_word) between 1 and 500),
  add constraint common_says_why check (common or common_word is null);
drop function app.mark_indicator_common(uuid, boolean);
create function app.mark_indicator_common(which uuid, is_common boolean, word text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.judges_scams() then raise exception 'not theirs to say' using errcode = 'insufficient_privilege'; end if;
  if is_common and exists (select from public.scam_published_indicators s join public.scam_publications p on p.id = s.publication_id
    where s.indicator_id = which and p.withdrawn_at is null)
  then raise exception 'a warning names it' using errcode = 'check_violation', constraint = 'warned_is_not_common'; end if;
  update public.scam_indicators set common = is_common, common_word = case when is_common then word end where id = which;
end $$;
drop function app.scam_indicators_of(uuid);
create function app.scam_indicators_of(matter uuid)
  returns table (id uuid, kind text, scope text, value text, people integer, first_at timestamptz, last_at timestamptz,
    common boolean, common_word text)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not app.reads_scams() then raise exception 'not theirs to see' using errcode = 'insufficient_privilege'; end if;
  return query select i.id, i.kind, i.scope, i.value, i.people, i.first_at, i.last_at, i.common, i.common_word
    from public.scam_indicators i
   where i.id in (select x.id from public.scam_indicators x where x.matter_id = matter
     union select l.indicator_id from public.scam_report_indicators l join public.scam_reports r on r.id = l.report_id
       where r.matter_id = matter)
   order by i.kind, i.people desc, i.id;
end $$;

-- Who judged the matter, or put its warning before everybody, does not answer the appeal against it.
create function app.appeal_by_another() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.state <> 'open' and exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = new.publication_id and (app.same_person(new.decided_by, v.decided_by)
       or new.decided_by in (v.decided_by, a.proposed_by, a.decided_by)
       or app.same_person(new.decided_by, a.proposed_by) or app.same_person(new.decided_by, a.decided_by)))
  then raise exception 'another answers' using errcode = 'check_violation', constraint = 'appeal_by_another'; end if;
  return new;
end $$;
create trigger appeal_by_another before update of state on scam_appeals for each row execute function app.appeal_by_another();

-- Whoever is named says why it is wrong, with or without an account.
create function app.appeal_scam(which text, given_name text, given_email text, why text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog as $$
declare made uuid;
begin
  insert into public.scam_appeals (publication_id, user_id, name, email, statement, created_at)
    select p.id, app.user_id(), given_name, given_email, why, at from public.scam_publications p
     where p.slug = which and p.withdrawn_at is null
    returning id into made;
  return made;
end $$;

-- One warning by its address. Of what was withdrawn the day is told and nothing else.
create function app.published_scam(which text)
  returns table (slug text, verdict text, title text, summary text, published_at timestamptz, withdrawn_at timestamptz,
    people integer, indicators jsonb)
  language sql stable security definer set search_path = pg_catalog rows 1 as $$
  select p.slug, case when p.withdrawn_at is null then p.verdict end, case when p.withdrawn_at is null then p.title end,
      case when p.withdrawn_at is null then p.summary end, p.published_at, p.withdrawn_at,
      case when p.withdrawn_at is null then m.people end,
      case when p.withdrawn_at is null then (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope,
          'value', i.value, 'people', i.people) order by i.kind, i.value), '[]')
         from public.scam_published_indicators s join public.scam_indicators i on i.id = s.indicator_id
        where s.publication_id = p.id) else '[]' end
    from public.scam_publications p join public.scam_matters m on m.id = p.matter_id where p.slug = $1
$$;

revoke all on function app.judges_scams(), app.scam_notes_move(), app.reported_in(uuid, uuid), app.verdict_stands(),
  app.publishers_stand(), app.published_indicator_stands(), app.mark_indicator_common(uuid, boolean, text),
  app.scam_indicators_of(uuid),
  app.appeal_by_another(), app.appeal_scam(text, text, text, text, timestamptz), app.published_scam(text) from public;
grant execute on function app.judges_scams(), app.mark_indicator_common(uuid, boolean, text), app.scam_indicators_of(uuid),
  app.appeal_scam(text, text, text, text, timestamptz), app.published_scam(text) to cryptocommerce_app;
