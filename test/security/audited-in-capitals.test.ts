import { expect, test } from 'vitest';
import { paidBuy } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** What is written down about a thing is found under its id, in whichever letters somebody asked for it. */
const server = await serverWithoutFaults();
const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
const { cookie } = await newCustomer(server, 'Tamara Grant');

type Page = { readonly entries: readonly { readonly action: string }[] };
const looks = async (subject: string) =>
  (await server.call<Page>('audit/list', { subject, action: 'trading.receipt_viewed' }, compliance)).body.entries.map(
    ({ action }) => action,
  );

test('a look at a receipt is found under the id and the reference of the order, and stands for the next', async () => {
  const { orderId, reference } = await paidBuy(server, cookie, { amount: '3000' });
  const found = ['trading.receipt_viewed'];
  for (const id of [orderId.toUpperCase(), orderId]) {
    expect((await server.call('trading/receipt', { orderId: id }, finance)).status).toBe(200);
    for (const named of [orderId, orderId.toUpperCase(), reference]) expect(await looks(named)).toEqual(found);
  }
});
