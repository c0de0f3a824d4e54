import type { z } from 'zod';
import type { StoredFile } from '../../../../ui/send-file.ts';
import type { ItemCode } from '../../items.ts';
import { defaultIdType } from '../../options.ts';
import type { SubmitEnhanced, SubmitTier1, SubmitTier2, TrustedWallet } from '../../schema.ts';

/** What a form asks for and what it keeps (decision D4), as it stood when the form was opened. Pure. */
export type Giving = {
  readonly give: readonly ItemCode[];
  readonly keep: readonly ItemCode[];
  /** Why an item is asked for again, in the customer's words. */
  readonly reasons: Readonly<Partial<Record<ItemCode, string>>>;
};

export type Tier1Input = z.input<typeof SubmitTier1>;
export type Tier2Input = z.input<typeof SubmitTier2>;
export type EnhancedInput = z.input<typeof SubmitEnhanced>;
export type WalletInput = z.input<typeof TrustedWallet>;

/** The files of a form by item: null where none was given yet. */
export type Files = Readonly<Partial<Record<ItemCode, StoredFile | null>>>;

/** A group of the form where the item is asked for, null where it is kept. */
const group = <T>({ give }: Giving, item: ItemCode, empty: T): T | null => (give.includes(item) ? empty : null);

// A select stands on its empty line until somebody chooses; the schema then refuses it with the documented words.
const unchosen = '' as never;

export const emptyTier1 = (id: string, giving: Giving): Tier1Input => ({
  id,
  personal_details: group(giving, 'personal_details', { fullName: '', dateOfBirth: '', phone: '', address: '' }),
  id_document: group(giving, 'id_document', { idType: defaultIdType, idNumber: '', file: null }),
  trn_document: group(giving, 'trn_document', { trn: '', file: null }),
  selfie: group(giving, 'selfie', { file: null }),
});

export const emptyTier2 = (id: string, giving: Giving): Tier2Input => ({
  id,
  employment: group(giving, 'employment', {
    employmentStatus: unchosen,
    employerName: '',
    jobTitle: '',
    monthlyIncome: '',
    sourceOfFunds: unchosen,
  }),
  address_proof: group(giving, 'address_proof', { file: null }),
  income_proof: group(giving, 'income_proof', { file: null }),
});

export const emptyEnhanced = (id: string, giving: Giving): EnhancedInput => ({
  id,
  declaration: group(giving, 'declaration', {
    sourceOfFunds: unchosen,
    monthlyIncome: '',
    occupation: unchosen,
    occupationDetails: '',
    pep: false,
    pepDetails: '',
    highRiskJurisdiction: false,
    jurisdictionDetails: '',
  }),
  source_of_funds_proof: group(giving, 'source_of_funds_proof', { file: null }),
  income_proof: group(giving, 'income_proof', { file: null }),
  jurisdiction_proof: group(giving, 'jurisdiction_proof', { file: null }),
  wallets: group(giving, 'wallets', { list: [] }),
});

export const emptyWallet: WalletInput = {
  cryptoSymbol: unchosen,
  network: unchosen,
  walletProvider: unchosen,
  customWalletProvider: '',
  walletAddress: '',
};

/** The items of this form whose file is still to come, in the order of the form. */
export const missingFiles = (giving: Giving, needed: readonly ItemCode[], files: Files): readonly ItemCode[] =>
  needed.filter((item) => giving.give.includes(item) && !files[item]);
