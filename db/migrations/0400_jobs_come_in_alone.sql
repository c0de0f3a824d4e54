-- Why: whoever fetches jobs came in as the application, which may read customers' rows, and so could a login that was only
-- meant for the queue. The queue has a login of its own: the tables of jobs, which the job library lays down, and nothing else.
do $$ begin
  create role cryptocommerce_jobs nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

-- A process that never had the owner's login asks as the application whether this is a demo's database or a real one.
grant select on born_as to cryptocommerce_app;
