create table certificates (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  enrollment_id uuid not null constraint certificate_once unique,
  course_id text not null,
  version_id uuid not null,
  course_title text not null,
  version_number integer not null,
  title text not null,
  quiz_pass smallint not null,
  project_pass smallint,
  name text not null constraint certificate_names_somebody check (length(name) between 1 and 200),
  shows_name boolean not null default true,
  band text not null constraint certificate_band_known check (band in ('pass', 'merit', 'distinction')),
  code text not null constraint certificate_code_once unique,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by uuid references auth."user",
  constraint certificate_of_its_version foreign key (course_id, version_id) references course_versions (course_id,
    id),
  constraint certificate_of_own_enrollment foreign key (user_id, enrollment_id) references user_enrollments (user_id,
    id),
  constraint certificate_code_is_one check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint revoked_by_somebody_for_a_reason check (num_nulls(revoked_at, revoked_reason, revoked_by) in (0, 3)
    and revoked_by is distinct from user_id and length(revoked_reason) >= 10)
);
create index certificates_owner on certificates (user_id, enrollment_id);
create index certificates_revoked_by on certificates (revoked_by) where revoked_by is not null;
create index certificates_version on certificates (course_id, version_id);
alter table certificates enable row level security;
alter table certificates force row level security;
create policy admin_update on certificates for update to cryptocommerce_app
  using (user_id <> (select app.user_id()) and (select app.has_role('admin')))
  with check (user_id <> (select app.user_id()) and (select app.has_role('admin')));
create policy instructor_insert on certificates for insert to cryptocommerce_app
  with check (user_id <> (select app.user_id()) and shows_name and revoked_at is null
    and ((select app.has_role('instructor')) or (select app.has_role('admin'))));
create policy own_insert on certificates for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and project_pass is null and shows_name and revoked_at is null);
create policy own_or_staff_select on certificates for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.can_read_attendees()));
create policy own_update on certificates for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy owner_while_erasing on certificates for all to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on certificates for select to current_user using (true);
grant select, insert on certificates to cryptocommerce_app;
grant update (shows_name, revoked_at, revoked_reason, revoked_by) on certificates to cryptocommerce_app;

-- Certificates of erased accounts, without personal data, so that they stay verifiable.
create table anonymized_certificates (
  code text primary key,
  course_title text not null,
  version_number integer not null,
  title text not null,
  band text not null,
  issued_at timestamptz not null,
  revoked_at timestamptz
);
alter table anonymized_certificates enable row level security;
alter table anonymized_certificates force row level security;
create policy owner_all on anonymized_certificates to current_user using (true) with check (true);

create function app.check_certificate() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare content jsonb;
begin
  if tg_op = 'UPDATE' then
    if (new.revoked_at, new.revoked_reason, new.revoked_by) is distinct from (old.revoked_at, old.revoked_reason, old.revoked_by)
      and (app.user_id() is null or app.user_id() = old.user_id)
      or new.shows_name <> old.shows_name and app.user_id() is distinct from old.user_id
    then raise exception 'the caller cannot change this row' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  select v.content into content from public.user_enrollments e join public.course_versions v on v.id = e.version_id
   where e.id = new.enrollment_id and e.version_id = new.version_id and e.course_id = new.course_id
     and e.enrollment_status = 'active'
     and (v.number, v.content ->> 'title', v.content -> 'certificate' ->> 'title')
       = (new.version_number, new.course_title, new.title)
     and (v.content -> 'project' ->> 'passPercent')::smallint is not distinct from new.project_pass;
  if content is null
    or exists (select from jsonb_array_elements(content -> 'sections') s, jsonb_array_elements(s -> 'units') u
        where not exists (select from public.unit_progress p where p.enrollment_id = new.enrollment_id
          and p.user_id = new.user_id and p.unit = u ->> 'id' and p.done_at is not null))
    or exists (select from jsonb_array_elements(content -> 'sections') s
        where s -> 'quiz' <> 'null' and not exists (select from public.quiz_tries t
          where t.enrollment_id = new.enrollment_id and t.user_id = new.user_id and t.section = s ->> 'id' and t.passed))
    or new.project_pass is not null and not exists (select from public.project_submissions p
        where p.enrollment_id = new.enrollment_id and p.user_id = new.user_id and p.state = 'passed')
  then raise exception 'course is not completed'
    using errcode = 'check_violation', constraint = 'certificate_is_earned'; end if;
  return new;
end $$;
create trigger check_certificate before insert or update on certificates for each row
  execute function app.check_certificate();

create function app.archive_certificate() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.anonymized_certificates (code, course_title, version_number, title, band, issued_at, revoked_at)
    values (old.code, old.course_title, old.version_number, old.title, old.band, old.issued_at, old.revoked_at);
  return old;
end $$;
create trigger archive_certificate after delete on certificates for each row execute function app.archive_certificate();

create function app.find_certificate(certificate_code text)
  returns table (code text, course_title text, version_number integer, title text, band text, issued_at timestamptz,
    revoked_at timestamptz, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.code, c.course_title, c.version_number, c.title, c.band, c.issued_at, c.revoked_at,
      case when c.shows_name and c.revoked_at is null
        and not exists (select from public.profiles p where p.id = c.user_id and p.closed_at is not null)
      then c.name end
    from public.certificates c where c.code = certificate_code
  union all
  select e.code, e.course_title, e.version_number, e.title, e.band, e.issued_at, e.revoked_at, null
    from public.anonymized_certificates e where e.code = certificate_code
$$;
create trigger own_person before update of revoked_at, revoked_reason, revoked_by on certificates
  for each row execute function app.refuse_own_account();

revoke all on function app.check_certificate, app.archive_certificate, app.find_certificate from public;
grant execute on function app.find_certificate to cryptocommerce_app;
