import { asSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { eraseRecords } from './erase.ts';
import { customerKeptUntil, keptAfter } from './retention.ts';
import {
  customersWhoLeft,
  type Ended,
  type Mark,
  setMarks,
  unmarkedCases,
  unmarkedOrders,
  unmarkedPayments,
} from './retention-store.ts';

const atATime = 1_000;

const ended =
  (type: 'order' | 'payment' | 'case') =>
  ({ id, userId, endedAt }: Ended): Mark => ({
    type,
    id,
    userId,
    until: keptAfter(endedAt),
    rule: `${type}_end_plus_7_years`,
  });

/** Marks everything that ended since the last time, in short transactions. Answers how many marks were set. */
export async function markRecords({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  let set = 0;
  for (const [find, type] of [
    [unmarkedOrders, 'order'],
    [unmarkedPayments, 'payment'],
    [unmarkedCases, 'case'],
  ] as const)
    for (let found = atATime; found === atATime; set += found)
      found = await asSystem(pool, async (tx) => {
        const rows = await find(tx, atATime);
        await setMarks(tx, rows.map(ended(type)), clock());
        return rows.length;
      });
  return set + (await markCustomers({ pool, clock }));
}

async function markCustomers({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  let set = 0;
  let after: string | null = null;
  for (;;) {
    const page: string[] = await asSystem(pool, async (tx) => {
      const left = await customersWhoLeft(tx, after, atATime);
      const marks = left.flatMap((one): Mark[] => {
        const until = customerKeptUntil(one);
        return until ? [{ type: 'customer', id: one.id, userId: one.id, until, rule: 'last_of_all_plus_7_years' }] : [];
      });
      await setMarks(tx, marks, clock());
      set += marks.length;
      return left.map(({ id }) => id);
    });
    if (page.length < atATime) return set;
    after = page.at(-1) ?? null;
  }
}

/** By the clock: every night it marks until when records are kept, and erases what is past that (decision A12). */
export const complianceJobs = (services: Services): Job<never>[] => [
  { name: 'compliance.retention', cron: '20 7 * * *', run: () => markRecords(services) },
  { name: 'compliance.erase', cron: '50 7 * * *', run: () => eraseRecords(services) },
];
