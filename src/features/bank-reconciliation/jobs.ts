import { formatMessage } from '../../kernel/message-template.ts';
import { publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { formatAmount } from '../ledger/amount.ts';
import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { batchJob } from './batch.ts';
import { isAboveCeiling } from './cash.ts';
import {
  findUnallocatedCash,
  findUncountedCash,
  markCashCounted,
  markUnallocatedCash,
  type PersonCash,
} from './cash-store.ts';
import { cashAlert, cashAlertOfSeveral } from './messages.ts';

/** Cron job: holds unallocated cash above the daily limit until two officers release it. Returns how many are new. */
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

const formatAlert = ({ accounts, day, ...cash }: PersonCash): string => {
  const amount = cash.amounts.map(formatAmount).join(' and ');
  return accounts > 1
    ? formatMessage(cashAlertOfSeveral, { amount, day, accounts: String(accounts) })
    : formatMessage(cashAlert, { amount, day });
};

/** Cron job: alerts compliance if a person's cash of one day exceeds the legal limit (POCA s.101A). */
export const countCash = (services: Services) =>
  withSystem(services.pool, async (tx) => {
    const now = services.clock();
    const { cash_deposits, rates } = await loadCurrentSettings(tx);
    for (const cash of await findUncountedCash(tx)) {
      const { userId, day, amounts, lines } = cash;
      await markCashCounted(tx, lines, now);
      if (!isAboveCeiling(amounts, cash_deposits.ceiling, rates.buy)) continue;
      await raiseAlert(tx, {
        userId,
        transactionId: null,
        type: 'cash_over_ceiling',
        priority: 'high',
        riskScore: 0,
        at: now,
        description: formatAlert(cash),
        details: { day, amounts: amounts.map(formatAmount), bankLines: lines.map(({ id }) => id) },
        rules: [],
      });
    }
  });

export const bankLinesJobs = (services: Services, payables: FulfilmentByProduct): Job<never>[] => [
  batchJob(services, payables),
  { name: 'bank_lines.count_cash', cron: '* * * * *', run: () => countCash(services) },
  { name: 'bank_lines.hold_unallocated_cash', cron: '* * * * *', run: () => holdUnallocatedCash(services) },
];
