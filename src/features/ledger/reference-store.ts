import { type RawBuilder, sql } from 'kysely';
import { formatReference } from '../../kernel/order-reference.ts';
import type { Db } from '../../platform/database/database.ts';
import { activeVersions } from '../../platform/database/rows.ts';

/** `key` shuffles the sequence numbers into references. Failed requests leave gaps. */
export type ReferenceSource = { readonly number: number; readonly key: string };

/** SQL column for statements that select from `activeVersions`. */
export const referenceSource: RawBuilder<ReferenceSource> = sql`json_build_object(
  'number', nextval('order_numbers'), 'key', active_versions.reference_key)`;

export const formatSourceReference = ({ number, key }: ReferenceSource): string => formatReference(number, key);

export async function createReference(tx: Db): Promise<string> {
  const { rows } = await sql<{
    source: ReferenceSource;
  }>`select ${referenceSource} source from ${activeVersions}`.execute(tx);
  if (!rows[0]) throw new Error('the row of what is in force is missing');
  return formatSourceReference(rows[0].source);
}
