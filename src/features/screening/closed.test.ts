import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { buy, cameIn } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { openMoney, step } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { screenEverybody, screenNames } from './screen-names.ts';

/** Whoever closes their account while an order can still be paid is compared with the lists as long as it can. */
const server = await serverUnderTest();
const { call, services } = server;
const { finance, act } = await openMoney(server);
const { rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const name = 'SAMUELSON Marlon';
const [head] = demoList.split('\n');
const csv = `${head}\nX-8,${name},person,sanctioned,,1990-04-12,JM,LOCAL,\n`;
const hitsOf = (id: string) => rowsOf<{ id: string }>('select id from name_hits where user_id = $1', [id]);

async function closing(fullName: string) {
  const who = await newCustomer(server, fullName);
  return {
    ...who,
    order: (await buy(server, who.cookie, { amount: '3000' })).body.orderId as string,
    close: () =>
      call('accounts/closeAccount', { email: who.email, password: demoPassword, confirmed: true }, who.cookie),
  };
}

test('who closes an account with an unpaid order is found on a list of tomorrow, and not served', async () => {
  const waits = await closing('Marlon Samuelson');
  expect((await waits.close()).status).toBe(200);
  const over = await closing('Marlon Samuelson');
  expect((await call('trading/cancelOwn', { orderId: over.order }, over.cookie)).status).toBe(200);
  expect((await over.close()).status).toBe(200);

  const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null };
  expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
  await screenEverybody(services, null);
  expect(await hitsOf(over.id)).toEqual([]);
  const [hit] = await hitsOf(waits.id);
  const papers = { reasonCode: 'papers_agree', note: 'Name and papers agree.' };
  const confirmed = await call('screening/decideHit', { hitId: hit?.id, decision: 'confirm', ...papers }, compliance);
  expect(confirmed.status).toBe(200);

  const paid = { ...cameIn(waits.order, { amount: '3000' }), payerHolder: 'Own Account' };
  expect((await act('desk/confirmReceived', paid, finance)).status).toBe(200);
  expect((await act('desk/startProcessing', step(waits.order), finance)).body.code).toBe('trading.customer_frozen');

  // Money comes for an order that had ended with its account: whose it is, is asked again before it goes back.
  const late = { ...cameIn(over.order, { amount: '3000' }), payerHolder: 'Own Account' };
  const asked = () =>
    rowsOf(`select from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`, [
      over.id,
    ]);
  const before = (await asked()).length;
  expect((await act('desk/confirmReceived', late, finance)).status).toBe(200);
  expect((await asked()).length).toBe(before + 1);
  await screenNames(services, { userId: over.id });
  expect(await hitsOf(over.id)).toHaveLength(1);
});
