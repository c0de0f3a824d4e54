import { afterEach, expect, test } from 'vitest';
import { buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { detectStructuring } from './structuring.ts';

const server = await serverUnderTest();
const { owner, services } = server;
afterEach(() => expect(server.faults).toEqual([]));

async function customer() {
  const made = await newCustomer(server, 'Ina Brown');
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at)
       select $1, tier, 'approved', now() from generate_series(1, 2) tier`,
    [made.id],
  );
  return made;
}
async function placeOrders({ cookie }: { cookie: string }, ...amounts: string[]) {
  for (const amount of amounts) {
    const placed = await buy(server, cookie, { amount });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  }
}
async function findAlerts(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([detectStructuring(services), detectStructuring(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts
      where 'slices_below_threshold' = any(triggered_rules) and user_id = any($1) order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}

test('orders below US$1,000 that reach it within a day alert compliance once', async () => {
  const ina = await customer();
  await placeOrders(ina, '90000', '84000');
  expect(await findAlerts(ina)).toEqual([]);
  await placeOrders(ina, '1000');
  const alert = '3 orders within 24 hours, each below US$1,000.00, add up to J$175,000.00. Check for structuring.';
  expect(await findAlerts(ina)).toEqual([alert]);
  await placeOrders(ina, '90000');
  expect(await findAlerts(ina)).toEqual([alert]);
  await owner.query(`update structuring_alerts set notified_at = notified_at - interval '1 day'`);
  expect(await findAlerts(ina)).toHaveLength(2);
});

const placeEarlier = async ({ id }: { id: string }, ...ago: number[]) => {
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

test('two orders almost a day apart are found minutes or a day later', async () => {
  const [ina, oma] = [await customer(), await customer()];
  for (const each of [ina, oma]) await placeOrders(each, '90000', '90000');
  await placeEarlier(ina, 24.1, 0.15);
  await placeEarlier(oma, 60, 37);
  expect(await findAlerts(ina)).toHaveLength(1);
  expect(await findAlerts(oma)).toHaveLength(1);
  await owner.query(`update structuring_alerts set notified_at = notified_at - interval '1 day 1 minute'`);
  await placeEarlier(ina, 48.2, 24.3);
  expect(await findAlerts(ina, oma)).toHaveLength(2);
});

test('orders more than a day apart do not add up', async () => {
  const ina = await customer();
  await placeOrders(ina, '90000', '90000');
  await placeEarlier(ina, 24.2, 0.1);
  expect(await findAlerts(ina)).toEqual([]);
});

test('a customer is reported again once the earlier alert is a day old', async () => {
  const ina = await customer();
  await placeOrders(ina, '90000', '90000', '90000', '90000');
  await placeEarlier(ina, 30, 29, 27, 4.5);
  await owner.query(
    `insert into structuring_alerts (person_id, notified_at) values ($1, now() - interval '28 hours')`,
    [ina.id],
  );
  expect(await findAlerts(ina)).toHaveLength(1);
});

test('joined accounts add up, separate ones do not', async () => {
  const [one, other, neighbour] = [await customer(), await customer(), await customer()];
  for (const each of [one, other, neighbour]) await placeOrders(each, '90000');
  expect(await findAlerts(one, other, neighbour)).toEqual([]);
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [one.id, other.id],
    one.id,
  ]);
  expect(await findAlerts(one, other)).toHaveLength(1);
  expect(await findAlerts(neighbour)).toEqual([]);
});

test('expired orders do not count', async () => {
  const ina = await customer();
  await placeOrders(ina, '90000', '90000');
  await owner.query(`alter table transactions disable trigger all`);
  await owner.query(`update transactions set status = 'cancelled', closed_at = now() where user_id = $1`, [ina.id]);
  await owner.query(`alter table transactions enable trigger all`);
  expect(await findAlerts(ina)).toEqual([]);
});
