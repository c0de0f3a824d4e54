import { publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { isAboveCeiling } from './cash.ts';
import { findUnallocatedCash, markUnallocatedCash } from './unallocated-cash-store.ts';

/** Cron job: holds unassigned cash above the daily limit until two officers release it. Returns how many are new. */
export const holdUnallocatedCash = (services: Services): Promise<number> =>
  withSystem(services.pool, async (tx) => {
    const { cash_deposits, rates } = await loadCurrentSettings(tx);
    let held = 0;
    for (const cash of await findUnallocatedCash(tx)) {
      const isNew = !cash.above && isAboveCeiling(cash.amounts, cash_deposits.ceiling, rates.buy);
      if (isNew || !cash.seen) await markUnallocatedCash(tx, cash, isNew);
      if (isNew) held += 1;
    }
    if (held > 0) publishTopic(tx, 'desk');
    return held;
  });
