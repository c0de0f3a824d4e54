-- Why: what the product tells a person stands in one place: in their page, and in the mail that left because of it. Who
-- may be told what in which way is theirs to say, but for what must be told.

create table notices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  kind text not null constraint notice_kind_known check (kind in ('security', 'order', 'payment', 'identity', 'plan',
    'workshop', 'course', 'class', 'project', 'certificate', 'launch', 'scam_report', 'news')),
  -- What it says, and the place of ours to which it leads.
  facts jsonb not null constraint notice_says_where check (jsonb_typeof(facts) = 'object'
    and length(facts ->> 'title') between 1 and 300 and facts ->> 'path' ~ '^/[^/\\]' and length(facts ->> 'path') <= 300),
  at timestamptz not null,
  read_at timestamptz,
  -- It goes out with the others of its day, once.
  waits_for_digest boolean not null default false,
  -- The job that told it: run again, it tells nothing more.
  told_by uuid,
  constraint notice_told_once unique (told_by)
);
create index notices_of on notices (user_id, at desc, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_to_digest on notices (user_id) where waits_for_digest;

-- What somebody wants told by mail, where that is not as usual. What must be told is not theirs to turn off.
create table notice_preferences (
  user_id uuid not null references auth."user" (id) on delete cascade,
  kind text not null constraint preference_of_a_choice check (kind in ('identity', 'plan', 'workshop', 'course', 'class',
    'project', 'certificate', 'launch', 'scam_report', 'news')),
  channel text not null constraint preference_channel_known check (channel in ('mail', 'push')),
  wanted boolean not null,
  set_at timestamptz not null,
  primary key (user_id, kind, channel)
);

-- Once a day in one mail, and nothing by night.
create table notice_habits (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  digest boolean not null default false,
  quiet boolean not null default true,
  set_at timestamptz not null
);

-- Data Protection Act, 2020: consent to marketing is asked by itself and never taken for granted. Each answer stays, with
-- the words that were answered; the newest counts.
create table marketing_consents (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  version text not null constraint consent_to_some_words check (length(version) between 1 and 40),
  given boolean not null,
  -- The person at their page, the link in a mail, or what became of a mail.
  said_by text not null constraint consent_said_how check (said_by in ('page', 'link', 'bounce', 'complaint')),
  at timestamptz not null,
  constraint only_the_page_gives check (not given or said_by = 'page')
);
create index marketing_consents_of on marketing_consents (user_id, id desc);

-- Mails on their way. What stands in one is gone once it left or nobody tries any more.
create table mails (
  id uuid primary key default uuidv7(),
  user_id uuid references auth."user" (id) on delete cascade,
  kind text not null,
  to_address text not null,
  body jsonb,
  at timestamptz not null,
  -- From when on it may leave, and when it is tried next.
  goes_at timestamptz not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  -- Somebody is sending it: nobody else does until then.
  claimed_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  told_by uuid,
  constraint mail_told_once unique (told_by),
  constraint mail_ends_once check (num_nonnulls(sent_at, given_up_at) <= 1),
  constraint mail_kept_until_its_end check ((body is null) = (sent_at is not null or given_up_at is not null))
);
create index mails_of on mails (user_id);
create index mails_due on mails (next_at) where body is not null;

do $$
declare name text;
begin
  foreach name in array '{notices,notice_preferences,notice_habits,marketing_consents,mails}'::text[]
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_erases on %I for all to current_user
      using ((select app.erasing())) with check ((select app.erasing()))', name);
  end loop;
end $$;

-- Nobody but the product tells anybody anything; whoever was told says that they read it.
create policy own_or_product on notices for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
create policy product_tells on notices for insert to cryptocommerce_app
  with check ((select app.is_product()) and read_at is null);
create policy own_reads_or_product on notices for update to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()))
  with check (user_id = (select app.user_id()) or (select app.is_product()));
grant select, insert on notices to cryptocommerce_app;
grant update (read_at, waits_for_digest) on notices to cryptocommerce_app;

create policy own_or_product on notice_preferences for all to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()))
  with check (user_id = (select app.user_id()) or (select app.is_product()));
grant select, insert on notice_preferences to cryptocommerce_app;
grant update (wanted, set_at) on notice_preferences to cryptocommerce_app;

create policy own_or_product on notice_habits for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
create policy own_says on notice_habits for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_changes on notice_habits for update to cryptocommerce_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert on notice_habits to cryptocommerce_app;
grant update (digest, quiet, set_at) on notice_habits to cryptocommerce_app;

create policy own_or_product on marketing_consents for select to cryptocommerce_app
  using (user_id = (select app.user_id()) or (select app.is_product()));
-- Nobody says yes for somebody else, the product neither.
create policy own_says on marketing_consents for insert to cryptocommerce_app
  with check (user_id = (select app.user_id()) and said_by = 'page' or (select app.is_product()) and not given);
grant select, insert on marketing_consents to cryptocommerce_app;

create policy product_posts on mails for all to cryptocommerce_app
  using ((select app.is_product())) with check ((select app.is_product()));
grant select, insert on mails to cryptocommerce_app;
grant update (body, next_at, tries, claimed_until, sent_at, given_up_at) on mails to cryptocommerce_app;
