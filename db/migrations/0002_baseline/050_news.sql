create table news (
  id uuid primary key,
  subject text not null,
  paragraphs text[] not null,
  path text not null constraint news_lead_to_us check (path ~ '^/([a-z][a-z0-9-]*)?$' and length(path) <= 100),
  why text not null constraint news_why_length check (length(why) between 3 and 500),
  approved_at timestamptz not null default now(),
  proposal_id uuid not null constraint news_of_one_proposal unique references proposals,
  proposed_by uuid not null references auth."user",
  approved_by uuid not null references auth."user",
  mailed_up_to uuid,
  recipient_count integer not null default 0,
  mailed_at timestamptz,
  constraint news_subject_is_a_line check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  constraint news_text_length check (length(array_to_string(paragraphs, '')) between 1 and 4000),
  constraint news_two_people check (proposed_by <> approved_by)
);
create index news_approved_by on news (approved_by);
create index news_newest on news (approved_at desc, id desc);
create index news_proposed_by on news (proposed_by);
alter table news enable row level security;
alter table news force row level security;
create policy owner_all on news to current_user using (true) with check (true);
create policy system_or_finance_select on news for select to cryptocommerce_app
  using ((select app.is_system()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy system_update on news for update to cryptocommerce_app
  using ((select app.is_system())) with check ((select app.is_system()));
grant select on news to cryptocommerce_app;
grant update (mailed_up_to, recipient_count, mailed_at) on news to cryptocommerce_app;

-- Append-only. The newest answer of a customer applies (Data Protection Act 2020).
create table marketing_consents (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" on delete cascade,
  version text not null constraint consent_to_some_words check (length(version) between 1 and 40),
  given boolean not null,
  source text not null constraint consent_said_how check (source in ('page', 'link', 'bounce', 'complaint')),
  at timestamptz not null,
  constraint only_the_page_gives check (not given or source = 'page')
);
create index marketing_consents_of on marketing_consents (user_id, id desc);
alter table marketing_consents enable row level security;
alter table marketing_consents force row level security;
create policy own_or_system_select on marketing_consents for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_system()));
create policy own_insert on marketing_consents for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and source = 'page' or (select app.is_system()) and not given);
create policy owner_select on marketing_consents for select to current_user using (true);
create policy owner_while_erasing on marketing_consents to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
grant select, insert on marketing_consents to cryptocommerce_app;

create function app.apply_news(proposal uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare approved public.proposals;
begin
  select p.* into approved from public.proposals p
   where p.id = proposal and p.kind = 'news' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if approved.id is null then raise exception 'no news was approved in this transaction'; end if;
  insert into public.news (id, subject, paragraphs, path, why, proposal_id, proposed_by, approved_by)
    select approved.subject::uuid, w.subject, w.paragraphs, w.path, w.why, approved.id,
        approved.proposed_by, approved.decided_by
      from jsonb_to_record(approved.payload) w (subject text, paragraphs text[], path text, why text);
end $$;

create function app.count_news_recipients() returns integer
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (app.has_role('finance') or app.has_role('admin')) then
    raise exception 'only finance can call this function' using errcode = 'insufficient_privilege';
  end if;
  return (select count(*) from (select distinct on (c.user_id) c.user_id, c.given from public.marketing_consents c
      order by c.user_id, c.id desc) newest
    where given and not exists (select from public.profiles p where p.id = newest.user_id and p.closed_at is not null));
end $$;

-- Rejects marketing mail without a current consent, even if the application has a bug.
create function app.check_news_consent() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce((select c.given from public.marketing_consents c where c.user_id = new.user_id order by c.id desc limit 1), false)
  then raise exception 'recipient has not consented to marketing' using errcode = 'check_violation',
    constraint = 'news_with_consent'; end if;
  return new;
end $$;
create trigger check_news_consent before insert on mails for each row when (new.kind = 'news')
  execute function app.check_news_consent();

revoke all on function app.apply_news, app.count_news_recipients, app.check_news_consent from public;
grant execute on function app.apply_news, app.count_news_recipients to cryptocommerce_app;
