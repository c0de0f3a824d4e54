import { sql } from 'kysely';
import { allRows, allValues, currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import type { TierNumber } from './tiers.ts';

/** Unsent forms contain TRN and ID number, so they are kept no longer than their unused files. */
export const draftRetentionDays = 30;

type Draft = { readonly id: string; readonly sealed: string; readonly updatedAt: Date };

export const findDraft = (tx: Db, tier: TierNumber) =>
  firstRow<Draft>(tx)`
    select submission_id id, sealed, updated_at "updatedAt" from kyc_drafts
     where user_id = ${currentUserId} and tier = ${tier}`;

export const findDraftTiers = (tx: Db) =>
  allValues<TierNumber>(tx)`select tier from kyc_drafts where user_id = ${currentUserId}`;

/** Stores nothing for a submission that was sent meanwhile, for example on another device. */
export const storeDraft = (tx: Db, tier: TierNumber, { id, sealed, updatedAt }: Draft) =>
  sql`insert into kyc_drafts (user_id, tier, submission_id, sealed, updated_at)
    select ${currentUserId}, ${tier}, ${id}, ${sealed}, ${updatedAt}
     where not exists (select from kyc_submissions where id = ${id})
    on conflict (user_id, tier) do update
      set (submission_id, sealed, updated_at) = (excluded.submission_id, excluded.sealed, excluded.updated_at)`.execute(
    tx,
  );

export const deleteDraft = (tx: Db, tier: TierNumber) =>
  sql`delete from kyc_drafts where user_id = ${currentUserId} and tier = ${tier}`.execute(tx);

export const deleteOldDrafts = (tx: Db, before: Date) =>
  sql`delete from kyc_drafts where updated_at < ${before}`.execute(tx);

export type DraftFile = {
  readonly id: string;
  readonly purpose: string;
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  readonly state: 'clean' | 'being_checked';
};

/** Files that were uploaded for the draft on any device. */
export const findDraftFiles = (tx: Db, submissionId: string) =>
  allRows<DraftFile>(tx)`
    select id, purpose, name, bytes::int bytes, mime, state from files
     where user_id = ${currentUserId} and submission_id = ${submissionId} and state in ('clean', 'being_checked')`;
