import { decryptText, type EncryptionKeys, encryptText } from '../../platform/database/column-encryption.ts';
import { networks } from '../assets/networks.ts';
import { type FieldRow, isAsked } from './field-row.ts';
import { type FieldItem, listFields } from './fields.ts';
import { type ItemCode, itemNames } from './items.ts';
import { walletProviders } from './options.ts';
import type { TierNumber } from './tiers.ts';
import type { Wallet } from './wallets.ts';

export type Data = Readonly<Record<string, unknown>>;

export const getFileData = (item: ItemCode, file: { name: string; path: string } | null): Data =>
  file ? { [`${item}_filename`]: file.name, [`${item}_path`]: file.path } : {};

const getKeys = (item: ItemCode): readonly string[] =>
  item === 'wallets' ? ['trusted_wallets'] : listFields(item).map(([, { key }]) => key);

export function pickItemData(items: readonly ItemCode[], data: Data): Data {
  const keys = items.flatMap((item) => [...getKeys(item), `${item}_filename`, `${item}_path`]);
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key]]));
}

/** Encrypted fields, bound to the customer's id: a value copied to another customer cannot be decrypted. */
const encryptionContext = (field: string, userId: string) => `kyc ${field} ${userId}`;

export const encryptField = (keys: EncryptionKeys, text: string, of: { field: string; userId: string }): string =>
  encryptText(keys, text, encryptionContext(of.field, of.userId));

export function decryptField(keys: EncryptionKeys, data: Data, of: { field: string; userId: string }): string {
  const sealed = data[of.field];
  return typeof sealed === 'string' ? decryptText(keys, sealed, encryptionContext(of.field, of.userId)) : '';
}

export const getText = (data: Data, key: string): string => {
  const value = data[key];
  return typeof value === 'string' ? value : '';
};

export type Sealing = { readonly keys: EncryptionKeys; readonly userId: string };

/** Returns the typed fields of an item as they are stored. A detail that is not asked is stored empty. */
export function toItemData(item: FieldItem, group: Data, { keys, userId }: Sealing): Data {
  const entries = listFields(item).map(([name, row]) => {
    const typed = isAsked(row, group) || row.isKeptUnasked ? group[name] : '';
    const value = row.normalize && typeof typed === 'string' ? row.normalize(typed) : typed;
    return [row.key, row.isSealed ? encryptField(keys, String(value), { field: row.key, userId }) : value] as const;
  });
  return Object.fromEntries(entries);
}

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
