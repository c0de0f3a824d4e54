-- Why: whoever asked for a certificate by its code went on reading the name of somebody who had closed their account: they
-- had no page any more on which to say that strangers are not shown it. Closed before or from now on, nobody reads it.

-- For app.certificate_under() alone, which says no more of them than that.
create policy owner_sees_closed on profiles for select to current_user using (closed_at is not null);

create or replace function app.certificate_under(which text)
  returns table (code text, course_title text, version_number integer, title text, band text, issued_at timestamptz,
    revoked_at timestamptz, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.code, c.course_title, c.version_number, c.title, c.band, c.issued_at, c.revoked_at,
      case when c.shows_name and c.revoked_at is null
        and not exists (select from public.profiles p where p.id = c.user_id and p.closed_at is not null)
      then c.name end
    from public.certificates c where c.code = which
  union all
  select e.code, e.course_title, e.version_number, e.title, e.band, e.issued_at, e.revoked_at, null
    from public.certificates_of_the_erased e where e.code = which
$$;
