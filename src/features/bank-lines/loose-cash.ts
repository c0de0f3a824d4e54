import { announce, asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { currentSettings } from '../settings/store.ts';
import { isAboveCeiling } from './cash.ts';
import { looseCash, noteLooseCash } from './loose-cash-store.ts';

/**
 * Looks at cash that stands on nothing: nothing of it goes back before. Above what anybody may pay in on one day it
 * stays until two of compliance let it go back, who find it in the list: it is nobody's, so there is no customer to
 * raise an alert of. Answers how much of it stays from now on.
 */
export const stopLooseCash = (services: Services): Promise<number> =>
  asSystem(services.pool, async (tx) => {
    const { cash_deposits, rates } = await currentSettings(tx);
    let stopped = 0;
    for (const cash of await looseCash(tx)) {
      const isNew = !cash.above && isAboveCeiling(cash.amounts, cash_deposits.ceiling, rates.buy);
      if (isNew || !cash.seen) await noteLooseCash(tx, cash, isNew);
      if (isNew) stopped += 1;
    }
    if (stopped > 0) announce(tx, 'desk');
    return stopped;
  });
