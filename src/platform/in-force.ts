import { sql } from 'kysely';

/**
 * The one row that tells which settings, lists and rules are in force, in words that change with what they stand for
 * and in the same transaction. A statement that reads `from ${inForce}` may take any of them; what stands behind a word
 * is read by the feature that it belongs to, once for each process.
 */
export const inForce = sql`in_force`;
