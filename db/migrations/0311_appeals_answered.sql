-- Why: whoever is named in a warning says that it is wrong, and somebody else than who judged or published it answers. An
-- appeal that is upheld never leaves its warning standing, and one warning is not flooded.

create function app.upheld_is_withdrawn() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.scam_publications p where p.id = new.publication_id and p.withdrawn_at is null) then
    raise exception 'its warning stands' using errcode = 'check_violation', constraint = 'upheld_is_withdrawn';
  end if;
  return new;
end $$;
create trigger upheld_is_withdrawn before update of state on scam_appeals for each row
  when (new.state = 'upheld') execute function app.upheld_is_withdrawn();

-- Nobody answers an appeal of an account of theirs, nor one in a matter in which they reported.
create function app.appeal_of_others() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.same_person(new.decided_by, new.user_id) or exists (select from public.scam_publications p
    where p.id = new.publication_id and app.reported_in(p.matter_id, new.decided_by))
  then raise exception 'a matter of their own' using errcode = 'check_violation', constraint = 'own_matter_of_person'; end if;
  return new;
end $$;
create trigger appeal_of_others before update of state on scam_appeals for each row
  when (new.state <> 'open') execute function app.appeal_of_others();

-- Whether somebody had no hand in a warning: neither judged it, nor proposed or agreed to publish it.
create function app.answers_appeals_to(publication uuid, who uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.scam_publications p join public.scam_verdicts v on v.id = p.verdict_id
      join public.proposals a on a.id = p.proposal_id
     where p.id = publication and (who in (v.decided_by, a.proposed_by, a.decided_by) or app.same_person(who, v.decided_by)
       or app.same_person(who, a.proposed_by) or app.same_person(who, a.decided_by)))
$$;

-- So many appeals against one warning wait at once; who sends another hears that it was read, and nothing of the others.
create or replace function app.appeal_scam(which text, given_name text, given_email text, why text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare made uuid;
begin
  insert into public.scam_appeals (publication_id, user_id, name, email, statement, created_at)
    select p.id, app.user_id(), given_name, given_email, why, at from public.scam_publications p
     where p.slug = which and p.withdrawn_at is null
       and (select count(*) from public.scam_appeals a where a.publication_id = p.id and a.state = 'open') < 50
    returning id into made;
  return made;
end $$;

revoke all on function app.upheld_is_withdrawn(), app.appeal_of_others(), app.answers_appeals_to(uuid, uuid) from public;
grant execute on function app.answers_appeals_to(uuid, uuid) to cryptocommerce_app;
