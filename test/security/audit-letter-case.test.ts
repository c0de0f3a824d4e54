import { expect, test } from 'vitest';
import { placePaidBuy } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
const { cookie } = await newCustomer(server, 'Tamara Grant');

type Page = { readonly entries: readonly { readonly action: string }[] };
const findViews = async (subject: string) =>
  (await server.call<Page>('audit/list', { subject, action: 'trading.receipt_viewed' }, compliance)).body.entries.map(
    ({ action }) => action,
  );

test('viewing a receipt is found under the id and the reference of the order, and covers the next view', async () => {
  const { orderId, reference } = await placePaidBuy(server, cookie, { amount: '3000' });
  const found = ['trading.receipt_viewed'];
  for (const id of [orderId.toUpperCase(), orderId]) {
    expect((await server.call('trading/receipt', { orderId: id }, finance)).status).toBe(200);
    for (const subject of [orderId, orderId.toUpperCase(), reference]) expect(await findViews(subject)).toEqual(found);
  }
});
