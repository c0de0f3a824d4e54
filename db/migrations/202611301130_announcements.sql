-- Announcements by staff about one part of the service. Everyone can read them. One without `ends_at` is open-ended.
create table announcements (
  id uuid primary key default uuidv7(),
  component text not null
    constraint announcement_component_known check (component ~ '^(site|bank|card|(coin|network)-[A-Za-z0-9]{1,20})$'),
  level text not null constraint announcement_level_known check (level in ('info', 'slow', 'paused', 'fixed')),
  text text not null
    constraint announcement_is_plain_line check (length(text) between 3 and 300 and text !~ '[[:cntrl:]<>]'),
  starts_at timestamptz not null,
  ends_at timestamptz,
  author_id uuid not null references auth."user",
  created_at timestamptz not null,
  ended_by uuid references auth."user"
);
create index announcements_author on announcements (author_id);
create index announcements_ended_by on announcements (ended_by);
create index announcements_newest on announcements (starts_at desc, id desc);
alter table announcements enable row level security;
alter table announcements force row level security;
create policy everyone_select on announcements for select to cryptocommerce_app using (true);
create policy staff_insert on announcements for insert to cryptocommerce_app
  with check (author_id = (select app.user_id()) and ended_by is null
    and ((select app.has_role('support')) or (select app.has_role('finance')) or (select app.has_role('admin'))));
create policy staff_update on announcements for update to cryptocommerce_app
  using ((select app.has_role('support')) or (select app.has_role('finance')) or (select app.has_role('admin')))
  with check (ended_by = (select app.user_id()));
grant select, insert on announcements to cryptocommerce_app;
grant update (ends_at, ended_by) on announcements to cryptocommerce_app;
