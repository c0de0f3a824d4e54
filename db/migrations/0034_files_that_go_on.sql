-- Why: an upload whose line broke goes on under a name of its own, and whoever lost the answer asks for it again. Proofs
-- of payment are encrypted at rest like papers of identity: nothing is written in the open any more, and what was is
-- sealed. Papers that nothing refers to are removed, bytes and row.

alter table files
  -- The name that the browser gave the upload; null for one that could not go on.
  add column upload_id uuid;
create index files_upload on files (user_id, upload_id) where upload_id is not null;

-- Older files are sealed by a job and keep their place meanwhile.
create index files_plain on files (id) where key_id is null and state in ('being_checked', 'clean');
create policy only_encrypted on files as restrictive for insert to cryptocommerce_app with check (key_id is not null);

-- The product alone removes a file; what an order, a submission or a case stands on is kept by their own keys.
grant delete on files to cryptocommerce_app;
create policy product_removes on files for delete to cryptocommerce_app
  using ((select app.is_product()));
create index files_old on files (created_at);
