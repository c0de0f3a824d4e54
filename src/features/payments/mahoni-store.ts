import { type Coins, coinsText } from '../../kernel/coins.ts';
import { type Db, firstValue } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import { sanctionsVersion } from '../screening/index-store.ts';

/** The least amount from this one on that is due for no other payment: a whole MHI has room for a million. */
export const ownAmount = async (tx: Db, amount: Coins) =>
  (await firstValue<string>(tx)`select app.own_amount(${coinsText(amount)}) own`) ?? '';

/** Whether a transaction was named for another payment, or came in for anything. Nobody else names it meanwhile. */
export const isHashTaken = async (tx: Db, paymentId: string, hash: string) =>
  (await firstValue<boolean>(tx)`select app.hash_taken(${paymentId}, ${hash}) taken`) === true;

/** The lists in force, by the version that the index of addresses is kept under. */
export const listsNow = async (tx: Db) =>
  (await firstValue<string>(tx)`select ${sanctionsVersion} "version" from ${inForce}`) ?? '';
