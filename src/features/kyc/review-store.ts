import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import type { Item, ItemCode, ItemState } from './items.ts';
import type { CountedRisk, RiskLevel } from './risk.ts';
import type { Data } from './submission-data.ts';
import type { SubmissionStatus, TierNumber, WaitsFor } from './tiers.ts';
import type { RecentSubmission, ReviewFile } from './views.ts';

export type Review = {
  readonly id: string;
  readonly userId: string;
  readonly tier: TierNumber;
  readonly status: SubmissionStatus;
  readonly waitsFor: WaitsFor;
  readonly submittedAt: Date;
  readonly data: Data;
  readonly risk: RiskLevel | null;
  readonly triggers: readonly string[];
  readonly firstApprover: string | null;
  readonly newer: string | null;
};

export const findReview = (tx: Db, id: string) =>
  firstRow<Review>(tx)`
    select k.id, k.user_id "userId", k.tier, k.status, k.waits_for "waitsFor", k.created_at "submittedAt", k.data,
           k.risk_level risk, k.high_risk_flags triggers, k.first_approver "firstApprover",
           (select n.id from kyc_submissions n where n.user_id = k.user_id and n.tier = k.tier
              and n.created_at > k.created_at order by n.created_at desc limit 1) newer
      from kyc_submissions k where k.id = ${id}`;

/** Locks the customer and the submission. Waits for a concurrent submission, which then sets `newer`. */
export async function lockReview(tx: Db, { id, userId }: Pick<Review, 'id' | 'userId'>): Promise<Review | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`.execute(tx);
  await sql`select from kyc_submissions where id = ${id} for update`.execute(tx);
  return findReview(tx, id);
}

export type DecidedItem = Item &
  Readonly<Record<'fileId' | 'reasonCode' | 'decidedBy' | 'carriedFrom', string | null>> & {
    readonly decidedAt: Date | null;
  };

export const findItems = (tx: Db, submissionId: string) =>
  allRows<DecidedItem>(tx)`
    select i.item, i.state, i.file_id "fileId", i.reason_code "reasonCode", i.decided_at "decidedAt",
           i.carried_from "carriedFrom", w.display_name "decidedBy"
      from kyc_items i left join profiles w on w.id = i.decided_by where i.submission_id = ${submissionId}`;

export const findFiles = (tx: Db, ids: readonly string[]) =>
  allRows<ReviewFile>(tx)`
    select id, name, mime, bytes, state from files where id = any(${[...ids]}::uuid[])`;

export type Decision = {
  readonly act:
    | 'accept'
    | 'reject_item'
    | 'want'
    | 'first_approval'
    | 'approval_back'
    | 'approve'
    | 'reject'
    | 'ask_more';
  readonly item?: ItemCode;
  readonly reasonCode?: string;
  readonly note?: string | null;
};

export type DecisionContext = {
  readonly submissionId: string;
  readonly userId: string;
  readonly by: string;
  readonly at: Date;
};

export async function recordDecisions(tx: Db, about: DecisionContext, decisions: readonly Decision[]): Promise<void> {
  const lines = JSON.stringify(decisions);
  await sql`insert into kyc_decisions (submission_id, user_id, at, decided_by, act, item, reason_code, note)
    select ${about.submissionId}, ${about.userId}, ${about.at}, ${about.by}, d.act, d.item, d."reasonCode", d.note
      from jsonb_to_recordset(${lines}::jsonb) d(act text, item text, "reasonCode" text, note text)`.execute(tx);
}

/** Sets an item's state. Inserts a missing item when `wanted`; otherwise a missing item returns false. */
export async function setItemState(
  tx: Db,
  { submissionId, userId, by, at }: DecisionContext,
  change: { item: ItemCode; state: ItemState; reasonCode: string | null },
): Promise<boolean> {
  const { item, state, reasonCode } = change;
  const { numAffectedRows } = await sql`
    update kyc_items set state = ${state}, reason_code = ${reasonCode}, decided_by = ${by}, decided_at = ${at}
     where submission_id = ${submissionId} and item = ${item}`.execute(tx);
  if (numAffectedRows !== 0n) return true;
  if (state !== 'wanted') return false;
  await sql`insert into kyc_items (submission_id, user_id, item, state, reason_code, decided_by, decided_at)
    values (${submissionId}, ${userId}, ${item}, ${state}, ${reasonCode}, ${by}, ${at})`.execute(tx);
  return true;
}

export const acceptPending = (tx: Db, { submissionId, by, at }: DecisionContext) =>
  sql`update kyc_items set state = 'accepted', decided_by = ${by}, decided_at = ${at}
     where submission_id = ${submissionId} and state = 'pending'`.execute(tx);

/** Sets a pending submission's status and dequeues older submissions of the tier. Returns false when not pending. */
export async function moveSubmission(
  tx: Db,
  { submissionId, userId, by, at }: DecisionContext,
  to: { status: SubmissionStatus; waitsFor: WaitsFor; tier: TierNumber },
): Promise<boolean> {
  const isFinal = to.status !== 'pending';
  const { numAffectedRows } = await sql`
    update kyc_submissions set status = ${to.status}, waits_for = ${to.waitsFor},
           decided_by = ${isFinal ? by : null}, decided_at = ${isFinal ? at : null}
     where id = ${submissionId} and status = 'pending'`.execute(tx);
  await sql`update kyc_submissions set waits_for = 'none'
     where user_id = ${userId} and tier = ${to.tier} and status = 'pending' and id <> ${submissionId}
       and created_at < (select created_at from kyc_submissions where id = ${submissionId})`.execute(tx);
  return numAffectedRows === 1n;
}

export const setFirstApprover = (tx: Db, submissionId: string, by: string | null) =>
  sql`update kyc_submissions set first_approver = ${by} where id = ${submissionId} and status = 'pending'`.execute(tx);

/** True when the newest submission of the tier is approved. Call after {@link lockReview}. */
export const isTierApproved = async (tx: Db, userId: string, tier: TierNumber) =>
  (await firstValue<SubmissionStatus>(tx)`
    select status from kyc_submissions where user_id = ${userId} and tier = ${tier}
     order by created_at desc limit 1`) === 'approved';

/** Updates the profile after a tier 3 decision [000 §3 profiles, enhanced_kyc_data]. */
export async function closeEnhanced(
  tx: Db,
  { userId, at }: DecisionContext,
  { approved, funds, income }: { approved: boolean; funds: boolean; income: boolean },
): Promise<void> {
  await sql`update enhanced_kyc_data set source_of_funds_verified = ${approved && funds}, last_reviewed_at = ${at}
     where user_id = ${userId}`.execute(tx);
  await sql`update profiles set enhanced_kyc_completed = ${approved},
       income_verification_status = ${approved && income ? 'verified' : 'pending'}, last_risk_assessment_date = ${at}
     where id = ${userId}`.execute(tx);
}

/** Replaces the combined risk with the approved declaration's risk (decision E5). */
export async function setCountedRisk(
  tx: Db,
  userId: string,
  { pep, triggers, ...counted }: CountedRisk,
): Promise<void> {
  await sql`update enhanced_kyc_data set pep_status = ${pep}, edd_triggers = ${[...triggers]},
      pep_details = case when ${pep} then pep_details end, occupation_risk_level = ${counted.occupationRisk},
      high_risk_jurisdiction = ${counted.highRiskJurisdiction}, enhanced_due_diligence_required = ${triggers.length > 0}
     where user_id = ${userId}`.execute(tx);
  await sql`update profiles set risk_classification = ${counted.risk} where id = ${userId}`.execute(tx);
}

type HistoryEntry = {
  readonly at: Date;
  readonly by: string;
  readonly act: string;
  readonly item: ItemCode | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
};

export const findHistory = (tx: Db, submissionId: string) =>
  allRows<HistoryEntry>(tx)`
    select d.at, w.display_name "by", d.act, d.item, d.reason_code "reasonCode", d.note
      from kyc_decisions d join profiles w on w.id = d.decided_by
     where d.submission_id = ${submissionId} order by d.id`;

type PastSubmission = RecentSubmission & { readonly decidedBy: string | null };

export const findSubmissions = (tx: Db, userId: string, tier: TierNumber | null = null) =>
  allRows<PastSubmission>(tx)`
    select k.id, k.tier, k.status, k.created_at "submittedAt",
           (select w.display_name from profiles w where w.id = k.decided_by) "decidedBy"
      from kyc_submissions k where k.user_id = ${userId} ${tier === null ? sql`` : sql`and k.tier = ${tier}`}
     order by k.created_at desc limit 100`;
