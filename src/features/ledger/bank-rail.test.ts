import { expect, test } from 'vitest';
import { sell, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

const server = await serverWithoutFaults();
const { owner, signIn, call } = server;
const enhanced = await signIn('enhanced');
const holder = (await owner.query(`select display_name "name" from profiles where email = 'enhanced@demo.test'`))
  .rows[0];
type Shown = { bankWay: { rail: string; creditedBy: string | null }; order: { net: { minor: string } } };
const loadOrder = async (orderId: string) => (await call<Shown>('trading/show', { orderId }, enhanced)).body;

test('a small sale is paid by ACH, and one above J$1,000,000 by RTGS, which needs the branch', async () => {
  const sourceOfFunds = {
    sourceOfFunds: 'savings',
    sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
  };
  const small = await sell(server, enhanced, { holder: holder.name });
  expect([small.status, small.body]).toMatchObject([200, {}]);
  expect((await loadOrder(small.body.orderId)).bankWay).toEqual({ rail: 'ach', creditedBy: null });
  const large = { amount: '0.2', holder: holder.name, ...sourceOfFunds };
  const refused = await sell(server, enhanced, { ...large, routingNumber: '' });
  expect(refused.body).toMatchObject({ code: 'trading.branch_needed' });
  const placed = await sell(server, enhanced, large);
  expect([placed.status, placed.body]).toMatchObject([200, {}]);
  expect((await loadOrder(placed.body.orderId)).bankWay).toEqual({ rail: 'rtgs', creditedBy: null });
});
