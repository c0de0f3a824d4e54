import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Asking = Pick<pg.Pool, 'query'>;
type Work = { readonly job: string; readonly id: string };
type GivenUp = { readonly job?: string; readonly said?: string };

/** Work of a job that failed as often as it may, an hour ago. The job is one that finds nothing to do. */
export async function givenUpWork(
  owner: Asking,
  { job = 'trading.letter', said = 'No mail server' }: GivenUp = {},
): Promise<Work> {
  const id = randomUUID();
  await owner.query(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, created_on, started_on, completed_on, output)
       values ($1, $2, $3, 'failed', 2, 2, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour', $4)`,
    [id, job, { orderId: randomUUID() }, { message: said, stack: '' }],
  );
  return { job, id };
}
