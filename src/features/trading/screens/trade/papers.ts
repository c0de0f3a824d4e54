import { z } from 'zod';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type Custody, custodies } from '../../../coins/transfer-parties.ts';
import { tradingMessages } from '../../messages.ts';
import type { Side } from '../../order/order.ts';
import { isSource } from '../../quoting/source-of-funds.ts';
import { WalletText } from '../../schema.ts';
import type { AddressVerdict } from './use-address.ts';

/** What both forms ask at US$1,000 and more, as typed: where it comes from, and who holds the wallet (travel rule). */
export type Papers = {
  sourceOfFunds: string;
  sourceFile: StoredFile | null;
  custody: Custody | '';
  custodian: string;
  walletOwner: string;
};
export const noPapers: Papers = { sourceOfFunds: '', sourceFile: null, custody: '', custodian: '', walletOwner: '' };

/** A file that has to be there. */
export const given = (missing: string) => z.custom((file) => file !== null, missing);

/**
 * What of source of funds and its proof is missing [001 §5 Buy form, Sell form]; nothing where they are not asked for.
 */
export const papersRules = (side: Side, asked: boolean, { custody }: Papers) =>
  asked
    ? {
        sourceOfFunds: z.string().refine((source) => isSource(side, source), 'Please select a source of funds'),
        sourceFile: given('Please upload a proof document'),
        custody: z.enum(custodies, 'Please choose who holds the wallet'),
        custodian: z
          .string()
          .refine((name) => custody !== 'provider' || name.trim() !== '', 'Please name the provider'),
      }
    : {};

/** The same as the order carries it; nothing of it below US$1,000. */
export const papersBody = ({ sourceOfFunds, sourceFile, custody, custodian, walletOwner }: Papers, asked: boolean) =>
  asked
    ? { sourceOfFunds, sourceOfFundsFile: sourceFile?.id ?? null, custody: custody || null, custodian, walletOwner }
    : { sourceOfFunds: null, sourceOfFundsFile: null, custody: null, custodian: '', walletOwner: '' };

/** A wallet that the rules of addresses found no fault in, as far as they are known here. */
export const soundWallet = (address: AddressVerdict) =>
  address.at === 'bad' ? WalletText.refine(() => false, tradingMessages[address.code].text) : WalletText;

/** The fields as the list of what is missing names them [001 §5 Buy form]. */
const fieldNames: Readonly<Record<string, string>> = {
  symbol: 'Cryptocurrency',
  currency: 'Fiat currency',
  amount: 'Amount',
  network: 'Network',
  walletAddress: 'Wallet address',
  destinationTag: 'Destination tag',
  senderWalletAddress: 'Sender wallet address',
  walletType: 'Wallet type',
  customWalletType: 'Name of the wallet',
  proof: 'Wallet proof',
  bankName: 'Bank name',
  accountNumber: 'Account number',
  accountHolderName: 'Account holder name',
  routingNumber: 'Branch/Address',
  sourceOfFunds: 'Source of funds',
  sourceFile: 'Source of funds proof',
  custody: 'Who holds the wallet',
  custodian: 'Name of the provider',
  toldToPay: 'Whether somebody told you to pay',
  hurried: 'Whether somebody hurries you',
  ownKeys: 'Whose wallet it is',
};
export const namesOf = (wrong: readonly { path: string }[]): string[] =>
  wrong.map(({ path }) => fieldNames[path] ?? path);
