import { type CryptoAmount, formatBaseUnits } from '../../kernel/coins.ts';
import { activeVersions } from '../../platform/database/active-versions.ts';
import { type Db, firstValue } from '../../platform/database/database.ts';
import { sanctionsVersion } from '../screening/index-store.ts';

/** Returns the smallest free amount: at least `amount`, and not due for another payment. */
export const findUniqueAmount = async (tx: Db, amount: CryptoAmount) =>
  (await firstValue<string>(tx)`select app.own_amount(${formatBaseUnits(amount)}) own`) ?? '';

/** True if another payment has the hash. Locks it, so that parallel claims cannot both use it. */
export const isHashTaken = async (tx: Db, paymentId: string, hash: string) =>
  (await firstValue<boolean>(tx)`select app.is_hash_used(${paymentId}, ${hash}) taken`) === true;

export const findListsVersion = async (tx: Db) =>
  (await firstValue<string>(tx)`select ${sanctionsVersion} "version" from ${activeVersions}`) ?? '';
