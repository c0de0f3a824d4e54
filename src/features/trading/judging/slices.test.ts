import { afterEach, expect, test } from 'vitest';
import { buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { lookForSlices } from './slices.ts';

/** Orders that stay below US$1,000 one by one (decision E5). */
const server = await serverUnderTest();
const { owner, services } = server;
afterEach(() => expect(server.faults).toEqual([]));

/** Of tier 2, whom no monthly limit holds back. */
async function customer() {
  const made = await newCustomer(server, 'Ina Brown');
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at)
       select $1, tier, 'approved', now() from generate_series(1, 2) tier`,
    [made.id],
  );
  return made;
}
async function places({ cookie }: { cookie: string }, ...amounts: string[]) {
  for (const amount of amounts) {
    const placed = await buy(server, cookie, { amount });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  }
}
async function told(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([lookForSlices(services), lookForSlices(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts
      where 'slices_below_threshold' = any(triggered_rules) and user_id = any($1) order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}

test('orders below US$1,000 that come to it within a day are told to compliance, once', async () => {
  const ina = await customer();
  await places(ina, '90000', '84000');
  expect(await told(ina)).toEqual([]);
  await places(ina, '1000');
  const alert =
    '3 orders within 24 hours, each below US$1,000.00, come to J$175,000.00 together. Look whether they are one.';
  expect(await told(ina)).toEqual([alert]);
  await places(ina, '90000');
  expect(await told(ina)).toEqual([alert]);
  await owner.query(`update slices_told set told_at = told_at - interval '1 day'`);
  expect(await told(ina)).toHaveLength(2);
});

/** Orders of somebody, the oldest first, put back by so many hours each. */
const placedBefore = async ({ id }: { id: string }, ...ago: number[]) => {
  await owner.query('alter table transactions disable trigger all');
  await owner.query(
    `update transactions t set created_at = now() - make_interval(secs => o.ago * 3600) from (
       select id, ($2::float8[])[row_number() over (order by created_at)] ago from transactions where user_id = $1) o
      where t.id = o.id`,
    [id, ago],
  );
  await owner.query('alter table transactions enable trigger all');
  await owner.query(
    `update risk_assessments a set created_at = t.created_at from transactions t
      where t.id = a.order_id and t.user_id = $1`,
    [id],
  );
};

test('two orders almost a day apart are seen by a look some minutes later, and by one a day later', async () => {
  const [ina, oma] = [await customer(), await customer()];
  for (const each of [ina, oma]) await places(each, '90000', '90000');
  await placedBefore(ina, 24.1, 0.15);
  await placedBefore(oma, 60, 37);
  expect(await told(ina)).toHaveLength(1);
  expect(await told(oma)).toHaveLength(1);
  // Each is answered: a day later it is nothing new.
  await owner.query(`update slices_told set told_at = told_at - interval '1 day 1 minute'`);
  await placedBefore(ina, 48.2, 24.3);
  expect(await told(ina, oma)).toHaveLength(2);
});

test('more than a day apart they are two orders', async () => {
  const ina = await customer();
  await places(ina, '90000', '90000');
  await placedBefore(ina, 24.2, 0.1);
  expect(await told(ina)).toEqual([]);
});

test('what is placed while compliance knows of somebody is told once it may be told again', async () => {
  const ina = await customer();
  await places(ina, '90000', '90000', '90000', '90000');
  await placedBefore(ina, 30, 29, 27, 4.5);
  await owner.query(`insert into slices_told (person_id, told_at) values ($1, now() - interval '28 hours')`, [ina.id]);
  expect(await told(ina)).toHaveLength(1);
});

test('accounts of one person count together, those of two do not', async () => {
  const [one, other, neighbour] = [await customer(), await customer(), await customer()];
  for (const each of [one, other, neighbour]) await places(each, '90000');
  expect(await told(one, other, neighbour)).toEqual([]);
  await owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [one.id, other.id],
    one.id,
  ]);
  expect(await told(one, other)).toHaveLength(1);
  expect(await told(neighbour)).toEqual([]);
});

test('what ended unpaid counts for nothing', async () => {
  const ina = await customer();
  await places(ina, '90000', '90000');
  await owner.query(`alter table transactions disable trigger all`);
  await owner.query(`update transactions set status = 'cancelled', closed_at = now() where user_id = $1`, [ina.id]);
  await owner.query(`alter table transactions enable trigger all`);
  expect(await told(ina)).toEqual([]);
});
