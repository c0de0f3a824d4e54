import { type RawBuilder, sql } from 'kysely';
import { orderReference } from '../../kernel/ids.ts';
import type { Db } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';

/** The next running number and what stirs it. Numbers of requests that came to nothing stay unused. */
export type ReferenceSource = { readonly number: number; readonly key: string };

/**
 * A column of a statement that reads from `inForce`: what {@link referenceFrom} makes a reference of that no order has
 * or will have.
 */
export const referenceSource: RawBuilder<ReferenceSource> = sql`json_build_object(
  'number', nextval('order_numbers'), 'key', in_force.reference_key)`;

export const referenceFrom = ({ number, key }: ReferenceSource): string => orderReference(number, key);

/** A reference by itself, for orders that come to be in another way than by their customer's own request. */
export async function nextReference(tx: Db): Promise<string> {
  const { rows } = await sql<{ source: ReferenceSource }>`select ${referenceSource} source from ${inForce}`.execute(tx);
  if (!rows[0]) throw new Error('the row of what is in force is missing');
  return referenceFrom(rows[0].source);
}
