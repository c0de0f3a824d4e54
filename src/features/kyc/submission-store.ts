import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import { storeAddressForms } from '../ledger/address-forms.ts';
import type { Item, ItemCode } from './items.ts';
import type { CountedRisk } from './risk.ts';
import type { Data } from './submission-data.ts';
import type { SubmissionStatus, TierNumber, WaitsFor } from './tiers.ts';
import type { RecentSubmission } from './views.ts';

export type StoredItem = Item & { readonly reasonCode: string | null; readonly fileId: string | null };

export type Submission = {
  readonly id: string;
  readonly userId: string;
  readonly tier: TierNumber;
  readonly status: SubmissionStatus;
  readonly waitsFor: WaitsFor;
  readonly submittedAt: Date;
  readonly decidedAt: Date | null;
  readonly data: Data;
  readonly items: readonly StoredItem[];
};

const itemsJson = sql`(select coalesce(jsonb_agg(jsonb_build_object('item', i.item, 'state', i.state,
  'reasonCode', i.reason_code, 'fileId', i.file_id)), '[]') from kyc_items i where i.submission_id = k.id)`;

const columns = sql`k.id, k.user_id "userId", k.tier, k.status, k.waits_for "waitsFor", k.created_at "submittedAt",
  k.decided_at "decidedAt", k.data, ${itemsJson} items`;

/** Finds the newest submission of each tier [000 §4 KYC per tier]. */
export const findNewestSubmissions = (tx: Db, userId: string) =>
  allRows<Submission>(tx)`
    select distinct on (k.tier) ${columns} from kyc_submissions k where k.user_id = ${userId}
     order by k.tier, k.created_at desc`;

/** Finds a customer's submissions, newest first [000 §7 Tables]. */
export const findRecentSubmissions = (tx: Db, userId: string) =>
  allRows<RecentSubmission>(tx)`
    select id, tier, status, created_at "submittedAt" from kyc_submissions where user_id = ${userId}
     order by created_at desc limit 50`;

export const findEarlierRequest = (tx: Db, id: string) =>
  firstRow<{ userId: string; tier: TierNumber; hash: string | null }>(tx)`
    select user_id "userId", tier, request_hash hash from kyc_submissions where id = ${id}`;

export const countSubmittedSince = async (tx: Db, userId: string, since: Date) =>
  (await firstValue<number>(tx)`
    select count(*)::int n from kyc_submissions where user_id = ${userId} and created_at > ${since}`) ?? 0;

export type DeclaredColumns = {
  readonly pep: boolean;
  readonly pepDetails: string | null;
  readonly dueDiligence: boolean;
  readonly dueDiligenceReason: string | null;
  readonly fundsDeclared: string | null;
  readonly flags: readonly string[];
  readonly risk: string | null;
};

export type NewSubmission = {
  readonly id: string;
  readonly userId: string;
  readonly tier: TierNumber;
  readonly at: Date;
  readonly data: Data;
  readonly requestHash: string;
  readonly declared: DeclaredColumns;
  readonly items: readonly NewItem[];
};

export type NewItem = {
  readonly item: ItemCode;
  readonly state: 'pending' | 'accepted';
  readonly fileId: string | null;
  readonly carriedFrom: string | null;
};

/** Inserts a submission [000 §3 kyc_submissions, §4 KYC per tier, §7 Tables]. Violates `kyc_submissions_pkey`. */
export async function insertSubmission(tx: Db, s: NewSubmission): Promise<void> {
  const d = s.declared;
  await sql`insert into kyc_submissions (id, user_id, tier, status, waits_for, created_at, data, request_hash,
      pep_declaration, pep_details, enhanced_due_diligence, edd_reason, source_of_funds_declared, high_risk_flags,
      risk_level)
    values (${s.id}, ${s.userId}, ${s.tier}, 'pending', 'staff', ${s.at}, ${JSON.stringify(s.data)}, ${s.requestHash},
      ${d.pep}, ${d.pepDetails}, ${d.dueDiligence}, ${d.dueDiligenceReason}, ${d.fundsDeclared}, ${[...d.flags]},
      ${d.risk})`.execute(tx);
  const wallets = (s.data['trusted_wallets'] ?? []) as { walletAddress: string }[];
  await storeAddressForms(tx, wallets.map(({ walletAddress }) => walletAddress).toSorted());
  const items = JSON.stringify(s.items);
  await sql`insert into kyc_items (submission_id, user_id, item, state, file_id, carried_from, carried_state)
    select ${s.id}, ${s.userId}, i.item, i.state, i."fileId", i."carriedFrom",
           case when i."carriedFrom" is not null then i.state end
      from jsonb_to_recordset(${items}::jsonb) i(item text, state text, "fileId" uuid, "carriedFrom" uuid)`.execute(tx);
}

export const findCountedRisk = (tx: Db, userId: string) =>
  firstRow<CountedRisk>(tx)`
    select e.pep_status pep, e.high_risk_jurisdiction "highRiskJurisdiction", e.edd_triggers triggers,
           e.occupation_risk_level "occupationRisk", coalesce(p.risk_classification, 'low') risk
      from enhanced_kyc_data e join profiles p on p.id = e.user_id where e.user_id = ${userId}`;

export type EnhancedData = {
  readonly userId: string;
  readonly counted: CountedRisk;
  readonly pepDetails: object | null;
  readonly funds: object;
  readonly monthlyIncome: string;
  readonly at: Date;
};

/** Stores a declaration as unverified [000 §3 enhanced_kyc_data, profiles, §7 Tables, 001 §3 enhanced_kyc_data]. */
export async function storeDeclaration(tx: Db, { counted, ...e }: EnhancedData): Promise<void> {
  const pepDetails = e.pepDetails && JSON.stringify(e.pepDetails);
  const { pep, triggers, occupationRisk, highRiskJurisdiction, risk } = counted;
  await sql`insert into enhanced_kyc_data (user_id, pep_status, pep_details, source_of_funds_details,
      occupation_risk_level, high_risk_jurisdiction, enhanced_due_diligence_required, edd_triggers, updated_at)
    values (${e.userId}, ${pep}, ${pepDetails}, ${JSON.stringify(e.funds)}, ${occupationRisk},
      ${highRiskJurisdiction}, ${triggers.length > 0}, ${[...triggers]}, ${e.at})
    on conflict (user_id) do update set (pep_status, pep_details, source_of_funds_verified, source_of_funds_details,
      occupation_risk_level, high_risk_jurisdiction, enhanced_due_diligence_required, edd_triggers, updated_at)
      = (excluded.pep_status, coalesce(excluded.pep_details, enhanced_kyc_data.pep_details), false,
      excluded.source_of_funds_details, excluded.occupation_risk_level, excluded.high_risk_jurisdiction,
      excluded.enhanced_due_diligence_required, excluded.edd_triggers, excluded.updated_at)`.execute(tx);
  await sql`update profiles set risk_classification = ${risk}, monthly_income_declared = ${e.monthlyIncome},
      income_verification_status = 'pending', last_risk_assessment_date = ${e.at}, updated_at = ${e.at}
     where id = ${e.userId}`.execute(tx);
}

export type ProfileDefaults = { name: string; dateOfBirth: string; phone: string };

export const findProfileDefaults = (tx: Db, userId: string) =>
  firstRow<ProfileDefaults>(tx)`
    select display_name "name", date_of_birth "dateOfBirth", phone_number phone
      from profiles where id = ${userId}`;

export type EncryptedNumber = {
  readonly id: string;
  readonly userId: string;
  readonly field: 'trn_number' | 'id_number';
  readonly sealed: string;
};

/** Finds numbers encrypted with an older key, ordered by submission id. */
export const findOutdatedNumbers = (tx: Db, keyId: string, after: string) =>
  allRows<EncryptedNumber>(tx)`
    select k.id, k.user_id "userId", f.field, k.data ->> f.field sealed
      from (select * from kyc_submissions where id > ${after}
               and (data ->> 'trn_number' not like ${`s1.${keyId}.%`} or data ->> 'id_number' not like ${`s1.${keyId}.%`})
             order by id limit 100) k cross join (values ('trn_number'), ('id_number')) f(field)
     where k.data ->> f.field not like ${`s1.${keyId}.%`} order by k.id`;

/** Replaces an encrypted number. Returns false when the number changed in the meantime. */
export const replaceEncrypted = async (tx: Db, { id, field, sealed }: EncryptedNumber, renewed: string) =>
  (await firstValue<boolean>(tx)`
    select app.replace_encrypted_number(${id}, ${field}, ${sealed}, ${renewed}) done`) ?? false;
