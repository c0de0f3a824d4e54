import { worded } from '../../kernel/worded.ts';
import { asSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { amountWords } from '../movements/amount.ts';
import { currentSettings } from '../settings/store.ts';
import { isAboveCeiling } from './cash.ts';
import { type CashOf, noteCashSeen, uncountedCash } from './cash-store.ts';
import { stopLooseCash } from './loose-cash.ts';
import { cashAlert, cashAlertOfSeveral } from './messages.ts';

const alertText = ({ accounts, day, ...cash }: CashOf): string => {
  const amount = cash.amounts.map(amountWords).join(' and ');
  return accounts > 1
    ? worded(cashAlertOfSeveral, { amount, day, accounts: String(accounts) })
    : worded(cashAlert, { amount, day });
};

/**
 * Tells compliance of a person who paid in more cash on one day than anybody may, in one deposit or in several, on one
 * account or on several (POCA s.101A): as soon as the lines are known to be theirs, whether confirmed, split or
 * attached later.
 */
export const countCash = (services: Services) =>
  asSystem(services.pool, async (tx) => {
    const now = services.clock();
    const { cash_deposits, rates } = await currentSettings(tx);
    for (const cash of await uncountedCash(tx)) {
      const { userId, day, amounts, lines } = cash;
      await noteCashSeen(tx, lines, now);
      if (!isAboveCeiling(amounts, cash_deposits.ceiling, rates.buy)) continue;
      await raiseAlert(tx, {
        ...{ userId, transactionId: null, type: 'cash_over_ceiling', priority: 'high', riskScore: 0, at: now },
        description: alertText(cash),
        details: { day, amounts: amounts.map(amountWords), bankLines: lines.map(({ id }) => id) },
        rules: [],
      });
    }
  });

/** What bank lines do by themselves. */
export const bankLinesJobs = (services: Services): Job<never>[] => [
  { name: 'bank_lines.cash', cron: '* * * * *', run: () => countCash(services) },
  { name: 'bank_lines.loose_cash', cron: '* * * * *', run: () => stopLooseCash(services) },
];
