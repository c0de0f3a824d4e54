import { formatMinorUnits, parseMinorUnits } from '../../kernel/money.ts';
import {
  deriveMatchKey,
  type EncryptionKey,
  type EncryptionKeys,
  getEncryptionKeys,
} from '../../platform/database/column-encryption.ts';
import { authed, type Services } from '../../platform/http/procedure.ts';
import { canTestUploads } from '../documents/api.ts';
import { type ItemCode, requiredItems, tierItems } from './items.ts';
import type { idTypes } from './options.ts';
import { getCustomerReason } from './reasons.ts';
import { type Data, decryptField, getText } from './submission-data.ts';
import {
  findNewestSubmissions,
  findProfileDefaults,
  findRecentSubmissions,
  type ProfileDefaults,
  type StoredItem,
  type Submission,
} from './submission-store.ts';
import { getTierAction, reviewPromise, statusOf, type TierNumber } from './tiers.ts';
import { maskTail } from './trn.ts';
import type { Own, OwnItem, OwnTier, OwnWallet, Prefill } from './views.ts';

export const sealingKeysOf = ({ config }: Pick<Services, 'config'>): EncryptionKeys => getEncryptionKeys(config);

/** Derives the key for cross-account hashes from the newest secret. */
export const markKeyOf = ({ config }: Pick<Services, 'config'>): EncryptionKey =>
  deriveMatchKey(config.fieldSecret ?? config.authSecret);

const toOwnItem = ({ item, state, reasonCode }: StoredItem): OwnItem => {
  const text = getCustomerReason(item, state, reasonCode);
  return { item, state, reason: text && reasonCode ? { code: reasonCode, text } : null };
};

const inFormOrder = (tier: TierNumber, items: readonly StoredItem[]) =>
  (tierItems[tier] as readonly ItemCode[]).flatMap((code) => items.filter(({ item }) => item === code));

type PrefillContext = {
  readonly userId: string;
  readonly keys: EncryptionKeys;
  readonly profile: ProfileDefaults | null;
};

function prefillTier1(data: Data, { userId, keys, profile }: PrefillContext): Prefill {
  const isFilled = getText(data, 'full_name') !== '';
  const details = {
    fullName: isFilled ? getText(data, 'full_name') : (profile?.name ?? ''),
    dateOfBirth: isFilled ? getText(data, 'date_of_birth') : (profile?.dateOfBirth ?? ''),
    phone: isFilled ? getText(data, 'phone_number') : (profile?.phone ?? ''),
    address: getText(data, 'address'),
  };
  if (!isFilled) return { personal_details: details };
  const shown = (field: 'id_number' | 'trn_number') => maskTail(decryptField(keys, data, { field, userId }));
  const idType = getText(data, 'id_type') as keyof typeof idTypes;
  return {
    personal_details: details,
    id_document: { idType, idNumberMasked: shown('id_number') },
    trn_document: { trnMasked: shown('trn_number') },
  };
}

function prefillTier2(data: Data): Prefill {
  if (getText(data, 'employment_status') === '') return {};
  return {
    employment: {
      employmentStatus: getText(data, 'employment_status'),
      employerName: getText(data, 'employer_name'),
      jobTitle: getText(data, 'job_title'),
      monthlyIncome: formatMinorUnits(parseMinorUnits(getText(data, 'monthly_income'))),
      sourceOfFunds: getText(data, 'source_of_funds'),
    },
  };
}

function prefillTier3(data: Data): Prefill {
  if (getText(data, 'occupation') === '') return {};
  return {
    declaration: {
      sourceOfFunds: getText(data, 'source_of_funds'),
      monthlyIncome: getText(data, 'monthly_income'),
      occupation: getText(data, 'occupation'),
      occupationDetails: getText(data, 'occupation_details'),
      pep: data['pep'] === true,
      pepDetails: getText(data, 'pep_details'),
      highRiskJurisdiction: data['high_risk_jurisdiction'] === true,
      jurisdictionDetails: getText(data, 'jurisdiction_details'),
    },
    wallets: { list: (data['trusted_wallets'] ?? []) as OwnWallet[] },
  };
}

const prefills = { 1: prefillTier1, 2: prefillTier2, 3: prefillTier3 } as const;

type TierStatus = Parameters<typeof getTierAction>[1];

function ownTier(
  tier: TierNumber,
  newest: Submission | null,
  { prefillContext, status }: { prefillContext: PrefillContext; status: TierStatus },
) {
  const view: OwnTier = {
    tier,
    status: status[tier],
    submissionId: newest?.id ?? null,
    submittedAt: newest?.submittedAt ?? null,
    decidedAt: newest?.decidedAt ?? null,
    waitsFor: newest ? newest.waitsFor : null,
    items: newest ? inFormOrder(tier, newest.items).map(toOwnItem) : [],
    ...getTierAction(tier, status),
    loses: status[tier] === 'approved',
    ...requiredItems(tier, newest),
    prefill: prefills[tier](newest?.data ?? {}, prefillContext),
  };
  return view;
}

/** Returns the customer's tiers, the items that each form requires, and recent submissions. */
export const own = authed.handler(async function own({ context: { services, tx, person } }): Promise<Own> {
  const [submissions, recent, profile] = await Promise.all([
    findNewestSubmissions(tx, person.id),
    findRecentSubmissions(tx, person.id),
    findProfileDefaults(tx, person.id),
  ]);
  const newest = (tier: TierNumber) => submissions.find((submission) => submission.tier === tier) ?? null;
  const status = { 1: statusOf(newest(1)), 2: statusOf(newest(2)), 3: statusOf(newest(3)) };
  const about = { prefillContext: { userId: person.id, keys: sealingKeysOf(services), profile }, status };
  return {
    tiers: { 1: ownTier(1, newest(1), about), 2: ownTier(2, newest(2), about), 3: ownTier(3, newest(3), about) },
    recent,
    reviewTime: reviewPromise.text,
    canTestUploads: canTestUploads(services, person),
  };
});
