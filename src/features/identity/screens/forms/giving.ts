import type { z } from 'zod';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type ItemCode, itemNames } from '../../items.ts';
import {
  defaultIdType,
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  occupations,
  walletCoins,
  walletProviders,
} from '../../options.ts';
import type { SubmitEnhanced, SubmitTier1, SubmitTier2, TrustedWallet } from '../../schema.ts';
import type { OwnTier, OwnWallet, Prefill } from '../../views.ts';

/** From what the server says of a tier to what stands in its form. Pure. */

export type Tier1Input = z.input<typeof SubmitTier1>;
export type Tier2Input = z.input<typeof SubmitTier2>;
export type EnhancedInput = z.input<typeof SubmitEnhanced>;
export type WalletInput = z.input<typeof TrustedWallet>;

/** The files of a form by item; an item without one is absent or null. */
export type Files = Readonly<Partial<Record<ItemCode, StoredFile | null>>>;

/** What a form starts from: the submission's own id and the tier as it stood when the form was opened. */
export type Opened = { readonly id: string; readonly tier: OwnTier };

/** A group of the form where the item is asked for, null where it is kept (decision D4). */
const group = <T>({ tier: { give } }: Opened, item: ItemCode, start: () => T): T | null =>
  give.includes(item) ? start() : null;

// A select stands on its empty line until somebody chooses; the schema then refuses it with the documented words.
const unchosen = '' as never;

/** A value that a list still offers; anything else is chosen anew. */
const offered = <T extends object>(table: T, value: string | undefined): keyof T & string =>
  value !== undefined && Object.hasOwn(table, value) ? (value as keyof T & string) : unchosen;

const emptyDetails = { fullName: '', dateOfBirth: '', phone: '', address: '' };

export const startTier1 = (opened: Opened): Tier1Input => {
  const { personal_details: known, id_document: document } = opened.tier.prefill;
  const idType = document?.idType ?? defaultIdType;
  return {
    id: opened.id,
    personal_details: group(opened, 'personal_details', () => ({ ...emptyDetails, ...known })),
    id_document: group(opened, 'id_document', () => ({ idType, idNumber: '', file: null })),
    trn_document: group(opened, 'trn_document', () => ({ trn: '', file: null })),
    selfie: group(opened, 'selfie', () => ({ file: null })),
  };
};

export const startTier2 = (opened: Opened): Tier2Input => {
  const { employment: known } = opened.tier.prefill;
  return {
    id: opened.id,
    employment: group(opened, 'employment', () => ({
      employmentStatus: offered(employmentStatuses, known?.employmentStatus),
      employerName: known?.employerName ?? '',
      jobTitle: known?.jobTitle ?? '',
      monthlyIncome: known?.monthlyIncome ?? '',
      sourceOfFunds: offered(fundsSources, known?.sourceOfFunds),
    })),
    address_proof: group(opened, 'address_proof', () => ({ file: null })),
    income_proof: group(opened, 'income_proof', () => ({ file: null })),
  };
};

function startDeclaration(known: Prefill['declaration']): NonNullable<EnhancedInput['declaration']> {
  return {
    sourceOfFunds: offered(enhancedFundsSources, known?.sourceOfFunds),
    monthlyIncome: known?.monthlyIncome ?? '',
    occupation: offered(occupations, known?.occupation),
    occupationDetails: known?.occupationDetails ?? '',
    pep: known?.pep ?? false,
    pepDetails: known?.pepDetails ?? '',
    highRiskJurisdiction: known?.highRiskJurisdiction ?? false,
    jurisdictionDetails: known?.jurisdictionDetails ?? '',
  };
}

const coins = Object.fromEntries(walletCoins.map((coin) => [coin, coin])) as Record<
  (typeof walletCoins)[number],
  string
>;

const startWallet = (wallet: OwnWallet): WalletInput => ({
  cryptoSymbol: offered(coins, wallet.cryptoSymbol),
  network: wallet.network as WalletInput['network'],
  walletProvider: offered(walletProviders, wallet.walletProvider),
  customWalletProvider: wallet.customWalletProvider,
  walletAddress: wallet.walletAddress,
});

export const startEnhanced = (opened: Opened): EnhancedInput => {
  const { declaration, wallets } = opened.tier.prefill;
  return {
    id: opened.id,
    declaration: group(opened, 'declaration', () => startDeclaration(declaration)),
    source_of_funds_proof: group(opened, 'source_of_funds_proof', () => ({ file: null })),
    income_proof: group(opened, 'income_proof', () => ({ file: null })),
    jurisdiction_proof: group(opened, 'jurisdiction_proof', () => ({ file: null })),
    wallets: group(opened, 'wallets', () => ({ list: (wallets?.list ?? []).map(startWallet) })),
  };
};

export const emptyWallet: WalletInput = {
  cryptoSymbol: unchosen,
  network: unchosen,
  walletProvider: unchosen,
  customWalletProvider: '',
  walletAddress: '',
};

/** The items of this form whose file is still to come, in the order of the form. */
export const missingFiles = ({ tier: { give } }: Opened, needed: readonly ItemCode[], files: Files) =>
  needed.filter((item) => give.includes(item) && !files[item]);

/** Why an item is asked for again, in words; null where nobody found fault with it. */
export const reasonOf = ({ tier: { items } }: Opened, item: ItemCode): string | null =>
  items.find((entry) => entry.item === item && (entry.state === 'rejected' || entry.state === 'wanted'))?.reason
    ?.text ?? null;

/** `ID document, Live selfie with ID`. */
export const namesOf = (items: readonly ItemCode[]): string => items.map((item) => itemNames[item]).join(', ');

/** The table of a select's options as its lines. */
export const linesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));
