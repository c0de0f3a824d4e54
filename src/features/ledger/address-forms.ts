import { defineRow, insertRows, type NewRow } from '../../platform/database/batch-insert.ts';
import type { Db } from '../../platform/database/database.ts';
import { getAddressForms } from '../assets/same-key.ts';

const formsRow = defineRow<readonly string[]>(
  'address_forms',
  { address: ([address]) => address, forms: (forms) => forms },
  { ignoreConflicts: true },
);

/** Builds rows of `address_forms`, by which a freeze finds a wallet under another address of its key (decision E2). */
export const buildAddressForms = (addresses: readonly (string | null)[]): NewRow[] =>
  [...new Set(addresses)]
    .map((address) => address !== null && getAddressForms(address))
    .filter((forms) => forms !== false && forms !== null)
    .map(formsRow);

export async function storeAddressForms(tx: Db, addresses: readonly (string | null)[]): Promise<void> {
  const rows = buildAddressForms(addresses);
  if (rows.length > 0) await insertRows(tx, rows);
}
