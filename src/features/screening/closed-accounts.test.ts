import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { buildPayIn, buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { screenAllCustomers, screenNames } from './screen-names.ts';

const server = await serverUnderTest();
const { call, services } = server;
const { finance, act } = await setUpUnallocated(server);
const { rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const name = 'SAMUELSON Marlon';
const [head] = demoList.split('\n');
const csv = `${head}\nX-8,${name},person,sanctioned,,1990-04-12,JM,LOCAL,\n`;
const findHits = (id: string) => rowsOf<{ id: string }>('select id from name_hits where user_id = $1', [id]);

async function createClosing(fullName: string) {
  const customer = await newCustomer(server, fullName);
  return {
    ...customer,
    order: (await buy(server, customer.cookie, { amount: '3000' })).body.orderId as string,
    close: () =>
      call(
        'accounts/closeAccount',
        { email: customer.email, password: demoPassword, confirmed: true },
        customer.cookie,
      ),
  };
}

test('a closed account with an unpaid order is still screened and stopped', async () => {
  const withOrder = await createClosing('Marlon Samuelson');
  expect((await withOrder.close()).status).toBe(200);
  const withoutOrder = await createClosing('Marlon Samuelson');
  expect((await call('trading/cancelOwn', { orderId: withoutOrder.order }, withoutOrder.cookie)).status).toBe(200);
  expect((await withoutOrder.close()).status).toBe(200);

  const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null };
  expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
  await screenAllCustomers(services, null);
  expect(await findHits(withoutOrder.id)).toEqual([]);
  const [hit] = await findHits(withOrder.id);
  const evidence = { reasonCode: 'papers_agree', note: 'Name and documents match.' };
  const confirmed = await call('screening/decideHit', { hitId: hit?.id, decision: 'confirm', ...evidence }, compliance);
  expect(confirmed.status).toBe(200);

  const paid = { ...buildPayIn(withOrder.order, { amount: '3000' }), payerHolder: 'Own Account' };
  expect((await act('desk/confirmReceived', paid, finance)).status).toBe(200);
  expect((await act('desk/startProcessing', buildStep(withOrder.order), finance)).body.code).toBe(
    'desk.customer_frozen',
  );

  const late = { ...buildPayIn(withoutOrder.order, { amount: '3000' }), payerHolder: 'Own Account' };
  const findJobs = () =>
    rowsOf(`select from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`, [
      withoutOrder.id,
    ]);
  const before = (await findJobs()).length;
  expect((await act('desk/confirmReceived', late, finance)).status).toBe(200);
  expect((await findJobs()).length).toBe(before + 1);
  await screenNames(services, { userId: withoutOrder.id });
  expect(await findHits(withoutOrder.id)).toHaveLength(1);
});
