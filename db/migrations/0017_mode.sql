-- A demo has published passwords, a public mailbox and invented accounts; production has people's money. A database is
-- one of the two from its first start on, and remembers which, so that no missing variable can turn one into the other.
-- Nothing but the owner reads or writes this: it is asked before the application starts.
create table born_as (
  only_row boolean primary key default true,
  mode text not null,
  at timestamptz not null default now(),
  constraint born_once check (only_row),
  constraint born_mode_known check (mode in ('demo', 'production'))
);

-- A database of an earlier version was started once if it has settings. It was a demo if it holds the demo's people or
-- the demo's invented list.
insert into born_as (mode)
select case when exists (select from auth."user" where email like '%@demo.test' and "emailVerified")
              or exists (select from sanctions_lists where origin = 'demo')
         then 'demo' else 'production' end
 where exists (select from setting_versions);
