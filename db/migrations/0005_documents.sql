-- Why: papers of identity checks join those of orders. They are kept encrypted, may wait for the virus check, and may be
-- replaced until their submission is handed in.

alter table files
  drop constraint file_purpose_known,
  drop constraint files_path_key,
  -- The submission that the paper is for, under the id that the browser chose for it before handing it in.
  add column submission_id uuid,
  -- arriving: known, its bytes still on their way to the store; replaced and refused have no bytes any more.
  add column state text not null default 'clean'
    constraint file_state_known check (state in ('arriving', 'being_checked', 'clean', 'refused', 'replaced')),
  -- The key that the bytes are encrypted with; null for those kept as they are.
  add column key_id text,
  add constraint file_purpose_known check (purpose in ('transaction-proof', 'source-of-funds', 'payout-proof',
    'kyc-id', 'kyc-trn', 'kyc-selfie', 'kyc-address', 'kyc-income',
    'enhanced-source', 'enhanced-income', 'enhanced-jurisdiction')),
  add constraint identity_file_of_submission
    check ((purpose like 'kyc-%' or purpose like 'enhanced-%') = (submission_id is not null)),
  add constraint identity_file_encrypted check (submission_id is null or key_id is not null);

-- One file in one place, and one for each part of a submission; those it replaced leave their rows as history.
create unique index file_place on files (path) where state in ('arriving', 'being_checked', 'clean');
create unique index file_part_of_submission on files (user_id, submission_id, purpose)
  where submission_id is not null and state in ('arriving', 'being_checked', 'clean');
create index files_waiting on files (created_at) where state in ('arriving', 'being_checked');
create index files_by_key on files (key_id, id) where key_id is not null;

-- A customer may give up a file of their own, unless a submission stands on it. Every other move is the product's own.
create policy own_replaced on files for update to cryptocommerce_app
  using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()) and state = 'replaced'
    and not exists (select from kyc_submissions s where s.id = submission_id));
create policy product_moves on files for update to cryptocommerce_app
  using ((select app.sees_all()) and (select app.user_id()) is null)
  with check ((select app.sees_all()) and (select app.user_id()) is null);
grant update (state, key_id) on files to cryptocommerce_app;
