import { type SealingKeys, seal, unseal } from '../../platform/sealed.ts';
import type { ItemCode } from './items.ts';

/**
 * `kyc_submissions.data` of tier 1 and 2, under the documented names [000 §3 kyc_submissions]: which of them belong to
 * which item.
 */
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

/** Where the name and place of an item's file stand: `id_document_filename`, `selfie_path`. */
export const fileData = (item: ItemCode, file: { name: string; path: string } | null): Data =>
  file ? { [`${item}_filename`]: file.name, [`${item}_path`]: file.path } : {};

/** What of the data before belongs to the items that are kept. */
export function dataOf(items: readonly ItemCode[], data: Data): Data {
  const keys = items.flatMap((item) => [...typedKeys[item], `${item}_filename`, `${item}_path`]);
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key]]));
}

/** Numbers that are sealed in the data. Bound to their customer, so that they open nowhere else. */
type SealedField = 'trn_number' | 'id_number';
const contextOf = (field: SealedField, userId: string) => `kyc ${field} ${userId}`;

export const sealField = (keys: SealingKeys, text: string, of: { field: SealedField; userId: string }): string =>
  seal(keys, text, contextOf(of.field, of.userId));

/** The number in clear; empty where none was given. */
export function openField(keys: SealingKeys, data: Data, of: { field: SealedField; userId: string }): string {
  const sealed = data[of.field];
  return typeof sealed === 'string' ? unseal(keys, sealed, contextOf(of.field, of.userId)) : '';
}

/** A text of the data; empty where there is none. */
export const textIn = (data: Data, key: string): string => {
  const value = data[key];
  return typeof value === 'string' ? value : '';
};
