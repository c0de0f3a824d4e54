import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeLongAgo } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, placePaidBuy, upload } from '../../../test/orders.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const { admin, done, finance, recorded, takingOff } = await setUpUnallocated(server);

const findNames = (people: readonly Customer[]) =>
  rowsOf<{ name: string }>(
    `select first_name "name" from profiles where id = any($1) and first_name <> 'Erased' order by 1`,
    [people.map(({ id }) => id)],
  );

async function payOut(orderId: string): Promise<void> {
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId), finance);
  await done('desk/approvePayout', buildStep(orderId), admin);
  await done('desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')));
}

const findOpenFunds = () =>
  rowsOf('select m.reference from unallocated_funds o join movements m on m.id = o.movement_id');
const findUnallocated = () =>
  rowsOf(
    `select reference from movements where order_id is null and direction = 'in' and app.unallocated_remaining(id) > 0`,
  );

test("a customer is erased even if another customer's money was once on their order", async () => {
  const [ina, bob, una] = [
    await newCustomer(server, 'Ina Wrong'),
    await newCustomer(server, 'Bob Right'),
    await newCustomer(server, 'Una Other'),
  ];
  const payer = { payerAccount: '987654321098', payerHolder: 'Bob Right' };
  const wrong = await placePaidBuy(server, ina.cookie, { amount: '2000' });
  await done('desk/confirmReceived', {
    ...buildPayIn(wrong.orderId, { amount: '2000', reference: 'WRONG ONE' }),
    ...payer,
  });
  await done('desk/undoPayIn', await takingOff(wrong.orderId));
  await done('desk/approveUndo', buildStep(wrong.orderId), admin);
  await done('desk/cancel', { ...buildStep(wrong.orderId), reasonCode: 'asked_by_customer' });
  await done('desk/rejectClaim', { ...buildStep(wrong.orderId), reasonCode: 'not_arrived' });
  const [loose] = await rowsOf<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
    [wrong.orderId],
  );
  const right = await placePaidBuy(server, bob.cookie, { amount: '2000' });
  await done('unassigned/attach', buildAttachment(loose?.id ?? '', right, '2000'));
  await payOut(right.orderId);
  // One bank line paid for several customers. Erasing one must not return paid parts to unassigned money.
  const several = await recorded('SEVERAL', { amount: '4000', reason: 'several_orders' });
  for (const customer of [una, bob]) {
    const order = await placePaidBuy(server, customer.cookie, { amount: '2000' });
    await done('unassigned/attach', buildAttachment(several, order, '2000'));
    await payOut(order.orderId);
  }
  expect(await findUnallocated()).toEqual([]);
  await closeLongAgo(server, [ina, una]);
  expect(await eraseRecords(services)).toMatchObject({ people: 2, keptBack: 0 });
  expect(await findNames([ina, una])).toEqual([]);
  expect([await findUnallocated(), await findOpenFunds()]).toEqual([[], []]);
  const lines = await rowsOf(
    `select distinct account, holder from movements m join transactions t on t.id = m.order_id where t.user_id = any($1)`,
    [[ina.id, una.id]],
  );
  expect(lines).toEqual([{ account: null, holder: null }]);
  await setRetentionDeadlines(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0, keptBack: 0 });
  await closeLongAgo(server, [bob]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf(`select id from movements where '987654321098' in (account) or holder = 'Bob Right'`)).toEqual(
    [],
  );
  expect(await findUnallocated()).toEqual([]);
});

test('one failed erasure does not stop the others, and the job names it', async () => {
  const people = await Promise.all(['Abe Stuck', 'Bea Free', 'Cal Free'].map((name) => newCustomer(server, name)));
  const [stuck] = [...people].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { cookie } of people) expect((await upload(server, cookie)).status).toBe(200);
  await closeLongAgo(server, people);
  const pathOf = `select path from files where user_id = $1`;
  const [kept] = await rowsOf<{ path: string }>(pathOf, [stuck?.id]);
  await owner.query(`create table holds_on (who uuid references auth."user"(id))`);
  await owner.query(
    `create function holds_on() returns trigger language plpgsql as $$ begin raise exception 'held on to'; end $$`,
  );
  await owner.query(
    `create trigger holds_on before delete on profiles for each row when (old.id = '${stuck?.id}') execute function holds_on()`,
  );
  await expect(eraseRecords(services)).rejects.toThrow(`${stuck?.id}: held on to`);
  const left = await rowsOf<{ id: string }>('select id from profiles where id = any($1)', [people.map(({ id }) => id)]);
  expect(left).toEqual([{ id: stuck?.id }]);
  const reports = await rowsOf('select people, kept_back from erasure_reports order by id desc limit 1');
  expect(reports).toEqual([{ people: 2, kept_back: 1 }]);
  // A failed erasure keeps the files.
  const bytes = () =>
    services.files.store.read(kept?.path ?? '').then(
      () => 'kept',
      () => 'gone',
    );
  expect(await bytes()).toBe('kept');
  await owner.query('drop trigger holds_on on profiles');
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect(await bytes()).toBe('gone');
});
