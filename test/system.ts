import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Database = Pick<pg.Pool, 'query'>;
type Job = { readonly job: string; readonly id: string };
type FailedJobOptions = { readonly job?: string; readonly error?: string };

/** Inserts a job that failed permanently an hour ago. A retry does nothing. */
export async function insertFailedJob(
  owner: Database,
  { job = 'trading.send_email', error = 'No mail server' }: FailedJobOptions = {},
): Promise<Job> {
  const id = randomUUID();
  await owner.query(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, created_on, started_on, completed_on, output)
       values ($1, $2, $3, 'failed', 2, 2, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour', $4)`,
    [id, job, { orderId: randomUUID() }, { message: error, stack: '' }],
  );
  return { job, id };
}
