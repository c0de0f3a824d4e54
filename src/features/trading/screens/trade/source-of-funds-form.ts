import { z } from 'zod';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type AssetSymbol, assetSymbols, assets } from '../../../assets/assets.ts';
import { type Custody, custodies } from '../../../assets/transfer-parties.ts';
import { tradingMessages } from '../../messages.ts';
import type { Side } from '../../order/order.ts';
import { addressCheckedLabel } from '../../order-form-messages.ts';
import { isSource } from '../../quoting/source-of-funds.ts';
import { WalletText } from '../../schema.ts';
import type { AddressVerdict } from './use-address.ts';

export type FundsFields = {
  sourceOfFunds: string;
  sourceFile: StoredFile | null;
  custody: Custody | '';
  custodian: string;
  walletOwner: string;
};
export const noFunds: FundsFields = {
  sourceOfFunds: '',
  sourceFile: null,
  custody: '',
  custodian: '',
  walletOwner: '',
};

export const requireFile = (missing: string) => z.custom((file) => file !== null, missing);

/** Validation rules for source of funds and proof [001 §5 Buy form, Sell form]. Empty when not required. */
export const fundsRules = (side: Side, isRequired: boolean, { custody }: FundsFields) =>
  isRequired
    ? {
        sourceOfFunds: z.string().refine((source) => isSource(side, source), 'Please select a source of funds'),
        sourceFile: requireFile('Please upload a proof document'),
        custody: z.enum(custodies, 'Please choose who holds the wallet'),
        custodian: z
          .string()
          .refine((name) => custody !== 'provider' || name.trim() !== '', 'Please enter the name of the provider'),
      }
    : {};

export const fundsBody = (
  { sourceOfFunds, sourceFile, custody, custodian, walletOwner }: FundsFields,
  asked: boolean,
) =>
  asked
    ? { sourceOfFunds, sourceOfFundsFile: sourceFile?.id ?? null, custody: custody || null, custodian, walletOwner }
    : { sourceOfFunds: null, sourceOfFundsFile: null, custody: null, custodian: '', walletOwner: '' };

export const validWallet = (address: AddressVerdict) =>
  address.at === 'bad' ? WalletText.refine(() => false, tradingMessages[address.code].text) : WalletText;

/** Field names for the list of missing fields [001 §5 Buy form]. */
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
  custody: 'Wallet holder',
  custodian: 'Name of the provider',
  addressChecked: addressCheckedLabel,
  askedToPay: 'First wallet question',
  hurried: 'Second wallet question',
  ownKeys: 'Third wallet question',
};
export const getFieldNames = (wrong: readonly { path: string }[]): string[] =>
  wrong.map(({ path }) => fieldNames[path] ?? path);

const assetName = (symbol: AssetSymbol) => `${assets[symbol].name}, ${symbol}`;

export const assetOptions = assetSymbols.map((symbol) => ({ value: symbol, name: assetName(symbol) }));

export const currencyOptions = [
  { value: 'JMD', name: 'Jamaican dollars, J$' },
  { value: 'USD', name: 'US dollars, US$' },
];
