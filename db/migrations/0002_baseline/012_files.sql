-- File contents are encrypted (ADR 11). The browser chooses `submission_id` before the form is submitted.
create table files (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth."user",
  purpose text not null,
  path text not null,
  name text not null,
  mime text not null,
  bytes integer not null constraint file_size check (bytes between 1 and 10485760),
  sha256 text not null,
  created_at timestamptz not null default now(),
  submission_id uuid,
  state text not null default 'clean',
  key_id text,
  upload_id uuid,
  constraint file_and_owner unique (user_id, id),
  constraint case_file_encrypted check (purpose <> 'case-file' or key_id is not null),
  constraint file_purpose_known check (purpose in ('transaction-proof', 'subscription-proof', 'workshop-proof',
    'course-proof', 'source-of-funds', 'payout-proof', 'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address',
    'kyc-income', 'enhanced-source', 'enhanced-income', 'enhanced-jurisdiction', 'case-file', 'workshop-flyer',
    'lesson-picture', 'launch-whitepaper', 'scam-evidence', 'scam-report')),
  constraint file_state_known check (state in ('arriving', 'being_checked', 'clean', 'refused', 'replaced')),
  constraint identity_file_encrypted check (submission_id is null or key_id is not null),
  constraint identity_file_of_submission check ((purpose like 'kyc-%'
    or purpose like 'enhanced-%') = (submission_id is not null))
);
create unique index file_part_of_submission on files (user_id, submission_id, purpose)
  where submission_id is not null and state in ('arriving', 'being_checked', 'clean');
create unique index file_place on files (path) where state in ('arriving', 'being_checked', 'clean');
create index files_by_key on files (key_id, id) where key_id is not null;
create index files_content on files (sha256) where purpose = 'transaction-proof';
create index files_old on files (created_at);
create index files_owner on files (user_id, created_at);
create index files_plain on files (id) where key_id is null and state in ('being_checked', 'clean');
create index files_upload on files (user_id, upload_id) where upload_id is not null;
create index files_waiting on files (created_at) where state in ('arriving', 'being_checked');
alter table files enable row level security;
alter table files force row level security;
create policy case_files_insert on files as restrictive for insert to cryptocommerce_app
  with check (purpose <> 'case-file' or (select app.can_read_compliance()));
create policy identity_documents_select on files as restrictive for select to cryptocommerce_app using (
  purpose !~ '^(kyc|enhanced)-' or user_id = (select app.user_id()) or (select app.is_system())
  or (select app.has_role('compliance')) or (select app.has_role('admin')));
create policy encrypted_insert on files as restrictive for insert to cryptocommerce_app with check (key_id is not null);
create policy own_insert on files for insert to cryptocommerce_app with check (user_id = (select app.user_id()));
create policy own_or_staff_select on files for select to cryptocommerce_app
  using ((select app.can_access_all_rows()) or user_id = app.user_id());
create policy owner_while_erasing on files to current_user
  using ((select app.is_erasing())) with check ((select app.is_erasing()));
create policy owner_select on files for select to current_user using (true);
create policy system_update on files for update to cryptocommerce_app
  using ((select app.can_access_all_rows()) and (select app.user_id()) is null)
  with check ((select app.can_access_all_rows()) and (select app.user_id()) is null);
create policy system_delete on files for delete to cryptocommerce_app
  using ((select app.is_system()));
create policy whitepapers_select on files as restrictive for select to cryptocommerce_app
  using (purpose <> 'launch-whitepaper' or user_id = (select app.user_id()) or (select app.can_read_launches()));
create policy whitepapers_update on files as restrictive for update to cryptocommerce_app
  using (purpose <> 'launch-whitepaper' or (select app.is_system()));
grant select, insert, delete on files to cryptocommerce_app;
grant update (state, key_id) on files to cryptocommerce_app;

create function app.erase_file(target_file uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_system() then raise exception 'only the system can erase data'; end if;
  perform app.start_erasure();
  delete from public.files where id = target_file;
  perform app.finish_erasure();
  return true;
end $$;

revoke all on function app.erase_file from public;
grant execute on function app.erase_file to cryptocommerce_app;
