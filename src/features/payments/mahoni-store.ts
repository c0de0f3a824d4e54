import { sql } from 'kysely';
import { type Coins, coinsText } from '../../kernel/coins.ts';
import type { Db } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import { sanctionsVersion } from '../screening/index-store.ts';

/** The least amount from this one on that is due for no other payment: a whole MHI has room for a million. */
export async function ownAmount(tx: Db, amount: Coins): Promise<string> {
  const { rows } = await sql<{ own: string }>`select app.own_amount(${coinsText(amount)}) own`.execute(tx);
  return rows[0]?.own ?? '';
}

/** Whether a transaction was named for another payment, or came in for anything. Nobody else names it meanwhile. */
export async function isHashTaken(tx: Db, paymentId: string, hash: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select app.hash_taken(${paymentId}, ${hash}) taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** The lists in force, by the version that the index of addresses is kept under. */
export async function listsNow(tx: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${sanctionsVersion} "version" from ${inForce}`.execute(tx);
  return rows[0]?.version ?? '';
}
