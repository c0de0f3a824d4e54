import { minorUnits, moneyText } from '../../kernel/money.ts';
import { type Services, signedIn } from '../../platform/procedure.ts';
import { markKey, type SealingKey, type SealingKeys, sealingKeysFrom } from '../../platform/sealed.ts';
import { type ItemCode, itemsToGive, tierItems } from './items.ts';
import type { idTypes } from './options.ts';
import { customerReason } from './reasons.ts';
import { type Data, openField, textIn } from './submission-data.ts';
import {
  newestSubmissions,
  type ProfileFacts,
  profileFacts,
  recentSubmissions,
  type StoredItem,
  type Submission,
} from './submission-store.ts';
import { mayOpen, reviewPromise, statusOf, type TierNumber } from './tiers.ts';
import { maskedTail } from './trn.ts';
import type { Own, OwnItem, OwnTier, OwnWallet, Prefill } from './views.ts';

/** The keys of this process for sealed columns. */
export const sealingKeysOf = ({ config }: Pick<Services, 'config'>): SealingKeys => sealingKeysFrom(config);

/** The key of this process for marks that are compared across accounts, from the newest secret. */
export const markKeyOf = ({ config }: Pick<Services, 'config'>): SealingKey =>
  markKey(config.fieldSecret ?? config.authSecret);

const asOwn = ({ item, state, reasonCode }: StoredItem): OwnItem => {
  const text = customerReason(item, state, reasonCode);
  return { item, state, reason: text && reasonCode ? { code: reasonCode, text } : null };
};

/** In the order of the form. */
const ordered = (tier: TierNumber, items: readonly StoredItem[]) =>
  (tierItems[tier] as readonly ItemCode[]).flatMap((code) => items.filter(({ item }) => item === code));

type Whose = { readonly userId: string; readonly keys: SealingKeys; readonly profile: ProfileFacts | null };

function prefillTier1(data: Data, { userId, keys, profile }: Whose): Prefill {
  const given = textIn(data, 'full_name') !== '';
  const personal = {
    fullName: given ? textIn(data, 'full_name') : (profile?.name ?? ''),
    dateOfBirth: given ? textIn(data, 'date_of_birth') : (profile?.dateOfBirth ?? ''),
    phone: given ? textIn(data, 'phone_number') : (profile?.phone ?? ''),
    address: textIn(data, 'address'),
  };
  if (!given) return { personal_details: personal };
  const shown = (field: 'id_number' | 'trn_number') => maskedTail(openField(keys, data, { field, userId }));
  const idType = textIn(data, 'id_type') as keyof typeof idTypes;
  return {
    personal_details: personal,
    id_document: { idType, idNumberMasked: shown('id_number') },
    trn_document: { trnMasked: shown('trn_number') },
  };
}

function prefillTier2(data: Data): Prefill {
  if (textIn(data, 'employment_status') === '') return {};
  return {
    employment: {
      employmentStatus: textIn(data, 'employment_status'),
      employerName: textIn(data, 'employer_name'),
      jobTitle: textIn(data, 'job_title'),
      monthlyIncome: moneyText(minorUnits(textIn(data, 'monthly_income'))),
      sourceOfFunds: textIn(data, 'source_of_funds'),
    },
  };
}

function prefillTier3(data: Data): Prefill {
  if (textIn(data, 'occupation') === '') return {};
  return {
    declaration: {
      sourceOfFunds: textIn(data, 'source_of_funds'),
      monthlyIncome: textIn(data, 'monthly_income'),
      occupation: textIn(data, 'occupation'),
      occupationDetails: textIn(data, 'occupation_details'),
      pep: data['pep'] === true,
      pepDetails: textIn(data, 'pep_details'),
      highRiskJurisdiction: data['high_risk_jurisdiction'] === true,
      jurisdictionDetails: textIn(data, 'jurisdiction_details'),
    },
    wallets: { list: (data['trusted_wallets'] ?? []) as OwnWallet[] },
  };
}

const prefills = { 1: prefillTier1, 2: prefillTier2, 3: prefillTier3 } as const;

type TierStatus = Parameters<typeof mayOpen>[1];

function ownTier(tier: TierNumber, newest: Submission | null, { whose, status }: { whose: Whose; status: TierStatus }) {
  const view: OwnTier = {
    tier,
    status: status[tier],
    submissionId: newest?.id ?? null,
    submittedAt: newest?.submittedAt ?? null,
    decidedAt: newest?.decidedAt ?? null,
    waitsFor: newest ? newest.waitsFor : null,
    items: newest ? ordered(tier, newest.items).map(asOwn) : [],
    ...mayOpen(tier, status),
    loses: status[tier] === 'approved',
    ...itemsToGive(tier, newest),
    prefill: prefills[tier](newest?.data ?? {}, whose),
  };
  return view;
}

/** What a customer's own screens show of their identity checks, and what each form asks for now. */
export const own = signedIn.handler(async ({ context: { services, tx, person } }): Promise<Own> => {
  const [submissions, recent, profile] = await Promise.all([
    newestSubmissions(tx, person.id),
    recentSubmissions(tx, person.id),
    profileFacts(tx, person.id),
  ]);
  const newest = (tier: TierNumber) => submissions.find((submission) => submission.tier === tier) ?? null;
  const status = { 1: statusOf(newest(1)), 2: statusOf(newest(2)), 3: statusOf(newest(3)) };
  const about = { whose: { userId: person.id, keys: sealingKeysOf(services), profile }, status };
  return {
    tiers: { 1: ownTier(1, newest(1), about), 2: ownTier(2, newest(2), about), 3: ownTier(3, newest(3), about) },
    recent,
    reviewTime: reviewPromise.text,
  };
});
