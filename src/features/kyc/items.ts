import type { SubmissionStatus, TierNumber } from './tiers.ts';

/** Items of each tier, decided separately (decision D4). */
export const tierItems = {
  1: ['personal_details', 'id_document', 'trn_document', 'selfie'],
  2: ['employment', 'address_proof', 'income_proof'],
  3: ['declaration', 'source_of_funds_proof', 'income_proof', 'jurisdiction_proof', 'wallets'],
} as const satisfies Record<TierNumber, readonly string[]>;

export type ItemCode = (typeof tierItems)[TierNumber][number];
export const itemCodes = [...new Set(Object.values(tierItems).flat())] as readonly ItemCode[];

export const itemStates = ['pending', 'accepted', 'rejected', 'wanted'] as const;
export type ItemState = (typeof itemStates)[number];

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

export const isItemOf = (tier: TierNumber, item: ItemCode): boolean =>
  (tierItems[tier] as readonly ItemCode[]).includes(item);

export type Item = { readonly item: ItemCode; readonly state: ItemState };

/** Returns items to send and to keep: after a rejection or a request, only open items are sent (decision D4). */
export function requiredItems(
  tier: TierNumber,
  newest: { readonly status: SubmissionStatus; readonly waitsFor: string; readonly items: readonly Item[] } | null,
): { readonly give: readonly ItemCode[]; readonly keep: readonly ItemCode[] } {
  const isReturned = newest !== null && (newest.status === 'rejected' || newest.waitsFor === 'customer');
  const stateOf = new Map(newest?.items.map(({ item, state }) => [item, state]));
  const inOrder = (tierItems[tier] as readonly ItemCode[]).filter((item) => stateOf.has(item));
  const isOpen = (item: ItemCode) => ['rejected', 'wanted'].includes(stateOf.get(item) ?? '');
  const open = inOrder.filter(isOpen);
  if (!isReturned || open.length === 0) return { give: tierItems[tier], keep: [] };
  return { give: open, keep: inOrder.filter((item) => !isOpen(item)) };
}
