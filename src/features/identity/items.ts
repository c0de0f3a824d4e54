import type { SubmissionStatus, TierNumber } from './tiers.ts';

/**
 * A submission consists of items, and each is judged by itself (decision D4): what was accepted is kept when a customer
 * submits again, and only what was rejected or is wanted is given again.
 */
export const tierItems = {
  1: ['personal_details', 'id_document', 'trn_document', 'selfie'],
  2: ['employment', 'address_proof', 'income_proof'],
  3: ['declaration', 'source_of_funds_proof', 'income_proof', 'jurisdiction_proof', 'wallets'],
} as const satisfies Record<TierNumber, readonly string[]>;

export type ItemCode = (typeof tierItems)[TierNumber][number];
export const itemCodes = [...new Set(Object.values(tierItems).flat())] as readonly ItemCode[];

/** Undecided, good, to be given again, or asked for in addition. */
export const itemStates = ['pending', 'accepted', 'rejected', 'wanted'] as const;
export type ItemState = (typeof itemStates)[number];

/** What people call an item, on screens and in letters. */
export const itemNames: Readonly<Record<ItemCode, string>> = {
  personal_details: 'Personal details',
  id_document: 'ID document',
  trn_document: 'TRN document',
  selfie: 'Live selfie with ID',
  employment: 'Employment and income',
  address_proof: 'Address proof',
  income_proof: 'Proof of income',
  declaration: 'Declaration',
  source_of_funds_proof: 'Source of funds proof',
  jurisdiction_proof: 'Supporting document for the jurisdiction',
  wallets: 'Trusted wallets',
};

/** Under which purpose the file of an item is uploaded. Items without a line have no file. */
const purposes: Readonly<Record<TierNumber, Partial<Record<ItemCode, string>>>> = {
  1: { id_document: 'kyc-id', trn_document: 'kyc-trn', selfie: 'kyc-selfie' },
  2: { address_proof: 'kyc-address', income_proof: 'kyc-income' },
  3: {
    source_of_funds_proof: 'enhanced-source',
    income_proof: 'enhanced-income',
    jurisdiction_proof: 'enhanced-jurisdiction',
  },
};

export const filePurpose = (tier: TierNumber, item: ItemCode): string | null => purposes[tier][item] ?? null;

/** Whether an item belongs to a tier. */
export const isItemOf = (tier: TierNumber, item: ItemCode): boolean =>
  (tierItems[tier] as readonly ItemCode[]).includes(item);

export type Item = { readonly item: ItemCode; readonly state: ItemState };

/**
 * What a new submission of a tier must bring, and what it keeps of the newest one: only what failed is redone (decision
 * D4). After a rejection, or while more is asked for, that is what was rejected or is wanted. Otherwise (nothing
 * submitted yet, an approved tier that is proved anew, a submission replaced while it waits) everything is given.
 */
export function itemsToGive(
  tier: TierNumber,
  newest: { readonly status: SubmissionStatus; readonly waitsFor: string; readonly items: readonly Item[] } | null,
): { readonly give: readonly ItemCode[]; readonly keep: readonly ItemCode[] } {
  const returned = newest !== null && (newest.status === 'rejected' || newest.waitsFor === 'customer');
  const stateOf = new Map(newest?.items.map(({ item, state }) => [item, state]));
  const inOrder = (tierItems[tier] as readonly ItemCode[]).filter((item) => stateOf.has(item));
  const isOpen = (item: ItemCode) => ['rejected', 'wanted'].includes(stateOf.get(item) ?? '');
  const open = inOrder.filter(isOpen);
  if (!returned || open.length === 0) return { give: tierItems[tier], keep: [] };
  return { give: open, keep: inOrder.filter((item) => !isOpen(item)) };
}
