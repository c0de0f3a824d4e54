import { decryptText, type EncryptionKeys, encryptText } from '../../platform/database/column-encryption.ts';
import { type FieldItem, isAsked, listFields } from './fields.ts';
import type { ItemCode } from './items.ts';

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
