import {
  deriveMatchKey,
  type EncryptionKey,
  type EncryptionKeys,
  getEncryptionKeys,
} from '../../platform/database/column-encryption.ts';
import { authed, type Services } from '../../platform/http/procedure.ts';
import { canTestUploads } from '../documents/api.ts';
import { findDraftTiers } from './draft-store.ts';
import { listFields } from './fields.ts';
import { type ItemCode, requiredItems, tierItems } from './items.ts';
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

/** Earlier values of an item. Sealed fields show their last three characters, as `<name>Masked`. */
function prefillItem(
  item: ItemCode,
  data: Data,
  { userId, keys }: PrefillContext,
): Record<string, unknown> | undefined {
  const rows = listFields(item);
  if (!rows.some(([, { key }]) => Object.hasOwn(data, key))) return undefined;
  const entries = rows.map(([name, { key, control, isSealed }]) => {
    if (isSealed) return [`${name}Masked`, maskTail(decryptField(keys, data, { field: key, userId }))];
    return [name, control === 'checkbox' ? data[key] === true : getText(data, key)];
  });
  return Object.fromEntries(entries);
}

/** Before the first submission, personal details come from the profile. */
function prefill(tier: TierNumber, data: Data, context: PrefillContext): Prefill {
  const { profile } = context;
  const known = { fullName: profile?.name ?? '', dateOfBirth: profile?.dateOfBirth ?? '', phone: profile?.phone ?? '' };
  const items = tierItems[tier].flatMap((item) => {
    const filled = prefillItem(item, data, context);
    return filled ? [[item, filled] as const] : [];
  });
  return {
    ...(tier === 1 && { personal_details: known }),
    ...Object.fromEntries(items),
    ...(tier === 3 && items.length > 0 && { wallets: { list: (data['trusted_wallets'] ?? []) as OwnWallet[] } }),
  } as Prefill;
}

type DraftTiers = readonly TierNumber[];
type TierStatus = Parameters<typeof getTierAction>[1];

function ownTier(
  tier: TierNumber,
  newest: Submission | null,
  { prefillContext, status, drafts }: { prefillContext: PrefillContext; status: TierStatus; drafts: DraftTiers },
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
    hasDraft: drafts.includes(tier),
    ...requiredItems(tier, newest),
    prefill: prefill(tier, newest?.data ?? {}, prefillContext),
  };
  return view;
}

/** Returns the customer's tiers, the items that each form requires, and recent submissions. */
export const own = authed.handler(async function own({ context: { services, tx, person } }): Promise<Own> {
  const [submissions, recent, profile, drafts] = await Promise.all([
    findNewestSubmissions(tx, person.id),
    findRecentSubmissions(tx, person.id),
    findProfileDefaults(tx, person.id),
    findDraftTiers(tx),
  ]);
  const newest = (tier: TierNumber) => submissions.find((submission) => submission.tier === tier) ?? null;
  const status = { 1: statusOf(newest(1)), 2: statusOf(newest(2)), 3: statusOf(newest(3)) };
  const about = { prefillContext: { userId: person.id, keys: sealingKeysOf(services), profile }, status, drafts };
  return {
    tiers: { 1: ownTier(1, newest(1), about), 2: ownTier(2, newest(2), about), 3: ownTier(3, newest(3), about) },
    recent,
    reviewTime: reviewPromise.text,
    canTestUploads: canTestUploads(services, person),
  };
});
