import { declaration } from './enhanced-schema.ts';
import type { FieldRow } from './field-row.ts';
import { idDocument, personalDetails, trnDocument } from './tier1-schema.ts';
import { employment } from './tier2-schema.ts';

/**
 * The fields of each item, in the order of form and summary. Other items are files, or the list of wallets.
 * `docs/domain/identity.md`, "Add a KYC field", lists the steps.
 */
export const itemFields = {
  personal_details: personalDetails,
  id_document: idDocument,
  trn_document: trnDocument,
  employment,
  declaration,
} as const;
export type FieldItem = keyof typeof itemFields;

export const hasFields = (item: string): item is FieldItem => Object.hasOwn(itemFields, item);

export const listFields = (item: string): readonly (readonly [name: string, row: FieldRow])[] =>
  hasFields(item) ? Object.entries<FieldRow>(itemFields[item]) : [];
