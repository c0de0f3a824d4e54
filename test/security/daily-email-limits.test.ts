import { expect, test } from 'vitest';
import { expireOrders } from '../../src/features/trading/jobs.ts';
import { buildOrder } from '../reliability/customer.ts';
import { approveAs, newCustomer, submitCheck } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

/** Returns for each queued e-mail, in order, whether it is announced as the last of the day. */
const findEmails = async (id: string, condition: string) =>
  (
    await owner.query<{ last: boolean }>(
      `select (data->>'last')::boolean "last" from pgboss.job where ${condition} order by created_on`,
      [id],
    )
  ).rows.map(({ last }) => last);
const insertEmailCount = (kind: string, id: string, count: number) =>
  owner.query('insert into rate_limits (key, window_start, tries) values ($1, $2, $3)', [
    `mail:${kind}:${id}`,
    new Date(services.clock().getTime() - 3_600_000),
    count,
  ]);

test('a customer gets at most forty order e-mails a day; the last says so, and orders continue', async () => {
  const { id, cookie } = await newCustomer(server);
  const input = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  for (let n = 0; n < 3; n++) {
    const quote = await call<{ id: string }>('trading/quoteBuy', input, cookie);
    const placed = await call('trading/placeBuyOrder', buildOrder(quote.body.id), cookie);
    expect(placed.body).toMatchObject({ orderId: expect.any(String) });
  }
  server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
  await insertEmailCount('order', id, 38);
  await expireOrders(services);
  const { rows } = await owner.query(`select 1 from transactions where user_id = $1 and status = 'cancelled'`, [id]);
  expect(rows).toHaveLength(3);
  const ownEmails = `name = 'trading.send_email' and data->>'orderId' in (select id::text from transactions where user_id = $1)`;
  expect(await findEmails(id, ownEmails)).toEqual([false, true]);
  server.setTime(null);
});

test('a customer gets at most twelve identity e-mails a day, and the last says so', async () => {
  const ina = await newCustomer(server);
  const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];
  await insertEmailCount('identity', ina.id, 10);
  await approveAs(server, await submitCheck(server, ina, 1), compliance);
  await approveAs(server, await submitCheck(server, ina, 2), compliance);
  await approveAs(server, await submitCheck(server, ina, 3), compliance, admin);
  expect(await findEmails(ina.id, `name = 'identity.send_email' and data->>'userId' = $1`)).toEqual([false, true]);
});
