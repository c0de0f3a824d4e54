-- Why: whoever agreed to news and offers hears from us what two people agreed on, and nobody else does (decision 068).

create table news (
  id uuid primary key,
  subject text not null constraint news_subject_is_a_line check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  paragraphs text[] not null constraint news_text_length check (length(array_to_string(paragraphs, '')) between 1 and 4000),
  -- A place of ours: news lead nowhere else.
  path text not null constraint news_lead_to_us check (path ~ '^/([a-z][a-z0-9-]*)?$' and length(path) <= 100),
  why text not null constraint news_why_length check (length(why) between 3 and 500),
  approved_at timestamptz not null default now(),
  proposal_id uuid not null constraint news_of_one_proposal unique references proposals,
  proposed_by uuid not null references auth."user",
  approved_by uuid not null references auth."user",
  -- Up to whom it got, how many that were, and when it had got to all: kept with the mails that are put on their way.
  mailed_up_to uuid,
  written_to integer not null default 0,
  mailed_at timestamptz,
  constraint news_two_people check (proposed_by <> approved_by)
);
create index news_newest on news (approved_at desc, id desc);
create index news_proposed_by on news (proposed_by);
create index news_approved_by on news (approved_by);
alter table news enable row level security;
alter table news force row level security;
create policy product_and_finance_read on news for select to cryptocommerce_app
  using ((select app.is_product()) or (select app.has_role('finance')) or (select app.has_role('admin')));
create policy product_sends on news for update to cryptocommerce_app
  using ((select app.is_product())) with check ((select app.is_product()));
create policy owner_puts on news to current_user using (true) with check (true);
grant select on news to cryptocommerce_app;
grant update (mailed_up_to, written_to, mailed_at) on news to cryptocommerce_app;

do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint where conname = 'proposal_kind_known';
  alter table proposals drop constraint proposal_kind_known;
  execute 'alter table proposals add constraint proposal_kind_known '
    || replace(was, '''letter''::text', '''letter''::text, ''news''::text');
end $$;

-- Has news sent that two people agreed on in this very transaction, out of the proposal itself.
create function app.put_news(proposal uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare asked public.proposals;
begin
  select p.* into asked from public.proposals p
   where p.id = proposal and p.kind = 'news' and p.state = 'approved' and p.decided_at = now()
     and p.decided_by = app.user_id();
  if asked.id is null then raise exception 'no news were approved here'; end if;
  insert into public.news (id, subject, paragraphs, path, why, proposal_id, proposed_by, approved_by)
    select asked.subject::uuid, w.subject, w.paragraphs, w.path, w.why, asked.id, asked.proposed_by, asked.decided_by
      from jsonb_to_record(asked.payload) w (subject text, paragraphs text[], path text, why text);
end $$;

-- Whoever writes a mail of news, whatever our code says: its reader agreed to news, and did not take that back.
create function app.news_with_consent() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce((select c.given from public.marketing_consents c where c.user_id = new.user_id order by c.id desc limit 1), false)
  then raise exception 'nobody agreed to it' using errcode = 'check_violation', constraint = 'news_with_consent'; end if;
  return new;
end $$;
create trigger news_with_consent before insert on mails for each row when (new.kind = 'news')
  execute function app.news_with_consent();

-- How many that are: whoever writes news learns the number, and nobody's name.
create policy owner_counts on marketing_consents for select to current_user using (true);
create function app.reach_of_news() returns integer
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (app.has_role('finance') or app.has_role('admin')) then
    raise exception 'not theirs to see' using errcode = 'insufficient_privilege';
  end if;
  return (select count(*) from (select distinct on (c.user_id) c.user_id, c.given from public.marketing_consents c
      order by c.user_id, c.id desc) newest
    where given and not exists (select from public.profiles p where p.id = newest.user_id and p.closed_at is not null));
end $$;

revoke all on function app.put_news(uuid), app.news_with_consent(), app.reach_of_news() from public;
grant execute on function app.put_news(uuid), app.reach_of_news() to cryptocommerce_app;
