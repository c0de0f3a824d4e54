import type { z } from 'zod';
import { mergeDraft } from '../../../../ui/autosave.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type FieldItem, listFields } from '../../fields.ts';
import { type ItemCode, itemNames, tierItems } from '../../items.ts';
import { walletCoins, walletProviders } from '../../options.ts';
import type { SubmitEnhanced, SubmitTier1, SubmitTier2, TrustedWallet } from '../../schema.ts';
import type { OwnTier, OwnWallet } from '../../views.ts';

export type Tier1Input = z.input<typeof SubmitTier1>;
type IdFields = Omit<NonNullable<Tier1Input['id_document']>, 'file'>;
type TrnFields = Omit<NonNullable<Tier1Input['trn_document']>, 'file'>;
export type Tier2Input = z.input<typeof SubmitTier2>;
export type EnhancedInput = z.input<typeof SubmitEnhanced>;
export type WalletInput = z.input<typeof TrustedWallet>;

export type Files = Readonly<Partial<Record<ItemCode, StoredFile | null>>>;

export type Opened = { readonly id: string; readonly tier: OwnTier };

/** A new declaration may tick the jurisdiction checkbox, so its document is available too. */
export const isShown = ({ tier: { give, keep } }: Opened, item: ItemCode): boolean =>
  give.includes(item) ||
  (item === 'jurisdiction_proof' && give.includes('declaration') && !keep.includes('jurisdiction_proof'));

export const getShownItems = (opened: Opened): readonly ItemCode[] =>
  (tierItems[opened.tier.tier] as readonly ItemCode[]).filter((item) => isShown(opened, item));

/** Returns the required documents of Enhanced KYC: requested ones, and the one for a ticked jurisdiction checkbox. */
export const requiredDocuments = (opened: Opened, hasTies: boolean) => {
  const { give, keep } = opened.tier;
  const requested = (['source_of_funds_proof', 'income_proof'] as const).filter(
    (item) => keep.length > 0 && give.includes(item),
  );
  return hasTies && isShown(opened, 'jurisdiction_proof') ? [...requested, 'jurisdiction_proof' as const] : requested;
};

const groupIfShown = <T>(opened: Opened, item: ItemCode, start: () => T): T | null =>
  isShown(opened, item) ? start() : null;

// The schema rejects an empty select with the text of the specification.
const notChosen = '' as never;

const keepIfOffered = <T extends object>(table: T, value: string | undefined): keyof T & string =>
  value !== undefined && Object.hasOwn(table, value) ? (value as keyof T & string) : notChosen;

/** Values that a form starts with: those of before, except sealed ones and choices that are no longer offered. */
function startFields<Group>(item: FieldItem, known: object | undefined): Group {
  const before = known as Readonly<Record<string, unknown>> | undefined;
  const entries = listFields(item).map(([name, { control, initial, isSealed, options }]) => {
    if (control === 'checkbox') return [name, before?.[name] ?? false];
    const text = isSealed ? '' : ((before?.[name] as string | undefined) ?? initial ?? '');
    return [name, options ? keepIfOffered(options, text) : text];
  });
  return Object.fromEntries(entries);
}

export type SavedDraft = {
  readonly id: string;
  readonly values: string | null;
  readonly updatedAt: Date | null;
  readonly files: Files;
};
/** `base`: when the server's draft was saved that these values continue. */
type TypedHere = { readonly base: Date | string | null; readonly values: unknown };

const getTime = (at: Date | string | null | undefined): number => (at ? new Date(at).getTime() : 0);

/** Start values with the draft of the server, or what was typed in this tab since. Adds the ids of uploaded files. */
export function fillDraft<Values extends object>(start: Values, draft: SavedDraft, typed: unknown): Values {
  const here = typed as TypedHere | null;
  const isNewer = here !== null && getTime(here.base) >= getTime(draft.updatedAt);
  const filled = mergeDraft(start, isNewer ? here.values : JSON.parse(draft.values ?? 'null'));
  const entries = Object.entries(filled).map(([item, group]) => {
    const file = draft.files[item as ItemCode];
    return [item, file && group ? { ...group, file: file.id } : group];
  });
  return Object.fromEntries(entries);
}

export const startTier1 = (opened: Opened): Tier1Input => {
  const { personal_details: known, id_document: document } = opened.tier.prefill;
  return {
    id: opened.id,
    personal_details: groupIfShown(opened, 'personal_details', () => startFields('personal_details', known)),
    id_document: groupIfShown(opened, 'id_document', () => ({
      ...startFields<IdFields>('id_document', document),
      file: null,
    })),
    trn_document: groupIfShown(opened, 'trn_document', () => ({
      ...startFields<TrnFields>('trn_document', undefined),
      file: null,
    })),
    selfie: groupIfShown(opened, 'selfie', () => ({ file: null })),
  };
};

export const startTier2 = (opened: Opened): Tier2Input => {
  const { employment: known } = opened.tier.prefill;
  return {
    id: opened.id,
    employment: groupIfShown(opened, 'employment', () => startFields('employment', known)),
    address_proof: groupIfShown(opened, 'address_proof', () => ({ file: null })),
    income_proof: groupIfShown(opened, 'income_proof', () => ({ file: null })),
  };
};

const coins = Object.fromEntries(walletCoins.map((coin) => [coin, coin])) as Record<
  (typeof walletCoins)[number],
  string
>;

const startWallet = (wallet: OwnWallet): WalletInput => ({
  cryptoSymbol: keepIfOffered(coins, wallet.cryptoSymbol),
  network: wallet.network as WalletInput['network'],
  walletProvider: keepIfOffered(walletProviders, wallet.walletProvider),
  customWalletProvider: wallet.customWalletProvider,
  walletAddress: wallet.walletAddress,
});

export const startEnhanced = (opened: Opened): EnhancedInput => {
  const { declaration, wallets } = opened.tier.prefill;
  return {
    id: opened.id,
    declaration: groupIfShown(opened, 'declaration', () => startFields('declaration', declaration)),
    source_of_funds_proof: groupIfShown(opened, 'source_of_funds_proof', () => ({ file: null })),
    income_proof: groupIfShown(opened, 'income_proof', () => ({ file: null })),
    jurisdiction_proof: groupIfShown(opened, 'jurisdiction_proof', () => ({ file: null })),
    wallets: groupIfShown(opened, 'wallets', () => ({ list: (wallets?.list ?? []).map(startWallet) })),
  };
};

export const emptyWallet: WalletInput = {
  cryptoSymbol: notChosen,
  network: notChosen,
  walletProvider: notChosen,
  customWalletProvider: '',
  walletAddress: '',
};

export const findMissingFiles = (opened: Opened, needed: readonly ItemCode[], files: Files) =>
  needed.filter((item) => isShown(opened, item) && !files[item]);

export const getReason = ({ tier: { items } }: Opened, item: ItemCode): string | null =>
  items.find((entry) => entry.item === item && (entry.state === 'rejected' || entry.state === 'wanted'))?.reason
    ?.text ?? null;

export const formatItemNames = (items: readonly ItemCode[]): string => items.map((item) => itemNames[item]).join(', ');

export const toOptions = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));
