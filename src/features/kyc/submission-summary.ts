import { networks } from '../assets/networks.ts';
import type { FieldRow } from './field-row.ts';
import { listFields } from './fields.ts';
import { type ItemCode, itemNames } from './items.ts';
import { walletProviders } from './options.ts';
import { type Data, getText } from './submission-data.ts';
import type { TierNumber } from './tiers.ts';
import type { Wallet } from './wallets.ts';

export type DetailRow = readonly [label: string, value: string];

/** Decrypted or masked values of the sealed fields, by key. */
export type Opened = Readonly<Record<string, string>>;

const getOptionName = (options: Readonly<Record<string, string>>, key: string): string => options[key] ?? key;

const formatWallet = (wallet: Wallet): string => {
  const { walletProvider: provider, customWalletProvider: custom } = wallet;
  const name = provider === 'other' ? custom : getOptionName(walletProviders, provider);
  return `${wallet.walletAddress} (${networks[wallet.network].name}, ${name})`;
};

const walletDetails = (data: Data): DetailRow[] =>
  ((data['trusted_wallets'] ?? []) as Wallet[]).map((wallet, at) => [
    `${at + 1}. ${wallet.cryptoSymbol}`,
    formatWallet(wallet),
  ]);

function formatValue(row: FieldRow, data: Data, opened: Opened): string {
  if (row.control === 'checkbox') return Object.hasOwn(data, row.key) ? (data[row.key] === true ? 'Yes' : 'No') : '';
  const text = row.isSealed ? (opened[row.key] ?? '') : getText(data, row.key);
  if (row.options) return getOptionName(row.options, text);
  return row.format && text !== '' ? row.format(text) : text;
}

/** The filled fields of an item. */
export function itemSummary(item: ItemCode, data: Data, opened: Opened): DetailRow[] {
  if (item === 'wallets') return walletDetails(data);
  return listFields(item)
    .map(([, row]): DetailRow => [row.summary ?? row.label, formatValue(row, data, opened)])
    .filter(([, value]) => value !== '');
}

export const itemDetail = (item: ItemCode, text: string): DetailRow => [itemNames[item], text];

export const tierNames: Readonly<Record<TierNumber, string>> = { 1: 'KYC Tier 1', 2: 'KYC Tier 2', 3: 'Enhanced KYC' };
