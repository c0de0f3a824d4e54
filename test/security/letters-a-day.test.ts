import { expect, test } from 'vitest';
import { lapseOrders } from '../../src/features/trading/jobs.ts';
import { orderFrom } from '../reliability/customer.ts';
import { approveAs, handIn, newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { sessionFor } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

/** The letters that wait for somebody, first to last: of each whether it says that it is the last of its day. */
const lettersTo = async (id: string, those: string) =>
  (
    await owner.query<{ last: boolean }>(
      `select (data->>'last')::boolean "last" from pgboss.job where ${those} order by created_on`,
      [id],
    )
  ).rows.map(({ last }) => last);
/** Somebody got so many letters of a kind an hour ago. */
const hadAnHourAgo = (kind: string, id: string, many: number) =>
  owner.query('insert into rate_limits (key, window_start, tries) values ($1, $2, $3)', [
    `mail:${kind}:${id}`,
    new Date(services.clock().getTime() - 3_600_000),
    many,
  ]);

test('twenty letters a day about orders, and the last says so; the orders themselves go on', async () => {
  const { id, cookie } = await newCustomer(server);
  const asked = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  for (let n = 0; n < 3; n++) {
    const quote = await call<{ id: string }>('trading/quoteBuy', asked, cookie);
    const placed = await call('trading/placeBuyOrder', orderFrom(quote.body.id), cookie);
    expect(placed.body).toMatchObject({ orderId: expect.any(String) });
  }
  server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
  await hadAnHourAgo('order', id, 18);
  await lapseOrders(services);
  const { rows } = await owner.query(`select 1 from transactions where user_id = $1 and status = 'cancelled'`, [id]);
  expect(rows).toHaveLength(3);
  const own = `name = 'trading.letter' and data->>'orderId' in (select id::text from transactions where user_id = $1)`;
  expect(await lettersTo(id, own)).toEqual([false, true]);
  server.setTime(null);
});

test('six letters a day about identity checks, and the last says so', async () => {
  const ina = await newCustomer(server);
  const [compliance, admin] = [await sessionFor(server, 'compliance'), await sessionFor(server, 'admin')];
  await hadAnHourAgo('identity', ina.id, 4);
  await approveAs(server, await handIn(server, ina, 1), compliance);
  await approveAs(server, await handIn(server, ina, 2), compliance);
  await approveAs(server, await handIn(server, ina, 3), compliance, admin);
  expect(await lettersTo(ina.id, `name = 'identity.letter' and data->>'userId' = $1`)).toEqual([false, true]);
});
