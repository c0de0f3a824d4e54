import { decryptText, type EncryptionKeys, encryptText } from '../../platform/database/column-encryption.ts';
import type { ItemCode } from './items.ts';

const typedKeys: Readonly<Record<ItemCode, readonly string[]>> = {
  personal_details: ['full_name', 'date_of_birth', 'phone_number', 'address'],
  id_document: ['id_type', 'id_number'],
  trn_document: ['trn_number'],
  selfie: [],
  employment: ['employment_status', 'employer_name', 'job_title', 'monthly_income', 'source_of_funds'],
  address_proof: [],
  income_proof: [],
  declaration: [
    'source_of_funds',
    'monthly_income',
    'occupation',
    'occupation_details',
    'pep',
    'pep_details',
    'high_risk_jurisdiction',
    'jurisdiction_details',
  ],
  source_of_funds_proof: [],
  jurisdiction_proof: [],
  wallets: ['trusted_wallets'],
};

export type Data = Readonly<Record<string, unknown>>;

export const getFileData = (item: ItemCode, file: { name: string; path: string } | null): Data =>
  file ? { [`${item}_filename`]: file.name, [`${item}_path`]: file.path } : {};

export function pickItemData(items: readonly ItemCode[], data: Data): Data {
  const keys = items.flatMap((item) => [...typedKeys[item], `${item}_filename`, `${item}_path`]);
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key]]));
}

/** Encrypted fields, bound to the customer's id: a value copied to another customer cannot be decrypted. */
type SealedField = 'trn_number' | 'id_number';
const encryptionContext = (field: SealedField, userId: string) => `kyc ${field} ${userId}`;

export const encryptField = (keys: EncryptionKeys, text: string, of: { field: SealedField; userId: string }): string =>
  encryptText(keys, text, encryptionContext(of.field, of.userId));

export function decryptField(keys: EncryptionKeys, data: Data, of: { field: SealedField; userId: string }): string {
  const sealed = data[of.field];
  return typeof sealed === 'string' ? decryptText(keys, sealed, encryptionContext(of.field, of.userId)) : '';
}

export const getText = (data: Data, key: string): string => {
  const value = data[key];
  return typeof value === 'string' ? value : '';
};
