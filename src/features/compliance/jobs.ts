import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { ReadsExceeded } from '../documents/quotas.ts';
import { eraseRecords } from './erase.ts';
import { raiseAlert } from './raise-alert.ts';
import { getCustomerRetentionEnd, getRetentionEnd } from './retention.ts';
import {
  type EndedRecord,
  findCasesWithoutDeadline,
  findClosedAccounts,
  findOrdersWithoutDeadline,
  findPaymentsWithoutDeadline,
  type RetentionDeadline,
  saveDeadlines,
} from './retention-store.ts';

const batchSize = 1_000;

const toDeadline =
  (type: 'order' | 'payment' | 'case') =>
  ({ id, userId, endedAt }: EndedRecord): RetentionDeadline => ({
    type,
    id,
    userId,
    until: getRetentionEnd(endedAt),
    rule: `${type}_end_plus_7_years`,
  });

/** Cron job: sets retention deadlines of ended records (decision A12). Returns their number. */
export async function setRetentionDeadlines({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  let count = 0;
  for (const [find, type] of [
    [findOrdersWithoutDeadline, 'order'],
    [findPaymentsWithoutDeadline, 'payment'],
    [findCasesWithoutDeadline, 'case'],
  ] as const)
    for (let found = batchSize; found === batchSize; count += found)
      found = await withSystem(pool, async (tx) => {
        const rows = await find(tx, batchSize);
        await saveDeadlines(tx, rows.map(toDeadline(type)), clock());
        return rows.length;
      });
  return count + (await setCustomerDeadlines({ pool, clock }));
}

async function setCustomerDeadlines({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const page: string[] = await withSystem(pool, async (tx) => {
      const accounts = await findClosedAccounts(tx, after, batchSize);
      const deadlines = accounts.flatMap((account): RetentionDeadline[] => {
        const until = getCustomerRetentionEnd(account);
        return until
          ? [{ type: 'customer', id: account.id, userId: account.id, until, rule: 'last_of_all_plus_7_years' }]
          : [];
      });
      await saveDeadlines(tx, deadlines, clock());
      count += deadlines.length;
      return accounts.map(({ id }) => id);
    });
    if (page.length < batchSize) return count;
    after = page.at(-1) ?? null;
  }
}

/** Job: alerts compliance about a staff member who reached the hourly limit of opened documents. */
const reportDocumentReads = ({ pool, clock }: Services, { userId, most }: ReadsExceeded) =>
  withSystem(pool, (tx) =>
    raiseAlert(tx, {
      transactionId: null,
      userId,
      type: 'account_activity',
      priority: 'high',
      riskScore: 0,
      description: `This staff member opened ${most} customer documents within an hour. Check that they needed them for their work.`,
      details: { papers: most },
      rules: ['papers_read'],
      at: clock(),
    }),
  );

export const complianceJobs = (services: Services): Job<never>[] => [
  { name: 'compliance.retention', cron: '20 7 * * *', run: () => setRetentionDeadlines(services) },
  { name: 'compliance.papers_read', run: (read: ReadsExceeded) => reportDocumentReads(services, read) },
  { name: 'compliance.erase', cron: '50 7 * * *', run: () => eraseRecords(services) },
];
