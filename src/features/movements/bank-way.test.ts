import { expect, test } from 'vitest';
import { sell, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** How a sell's J$ travel: told to the customer and frozen for the second person. */
const server = await serverWithoutFaults();
const { owner, signIn, call } = server;
const enhanced = await signIn('enhanced');
const holder = (await owner.query(`select display_name "name" from profiles where email = 'enhanced@demo.test'`))
  .rows[0];
type Shown = { bankWay: { rail: string; creditedBy: string | null }; order: { net: { minor: string } } };
const shown = async (orderId: string) => (await call<Shown>('trading/show', { orderId }, enhanced)).body;

test('a small sell goes by ACH; one above J$1,000,000 by RTGS, which asks for the branch', async () => {
  const funds = {
    sourceOfFunds: 'savings',
    sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
  };
  const small = await sell(server, enhanced, { holder: holder.name });
  expect([small.status, small.body]).toMatchObject([200, {}]);
  expect((await shown(small.body.orderId)).bankWay).toEqual({ rail: 'ach', creditedBy: null });
  const large = { amount: '0.2', holder: holder.name, ...funds };
  const refused = await sell(server, enhanced, { ...large, routingNumber: '' });
  expect(refused.body).toMatchObject({ code: 'trading.branch_needed' });
  const placed = await sell(server, enhanced, large);
  expect([placed.status, placed.body]).toMatchObject([200, {}]);
  expect((await shown(placed.body.orderId)).bankWay).toEqual({ rail: 'rtgs', creditedBy: null });
});
