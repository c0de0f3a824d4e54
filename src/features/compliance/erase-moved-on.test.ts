import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { longGone } from '../../../test/long-gone.ts';
import { cameIn, paidBuy, upload, wasSent } from '../../../test/orders.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { attaching, openMoney, step } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';

/** Who is erased while money that stood on their order went on to somebody else's, and who comes after them. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { rowsOf } = suspicionsOn(server);
const { admin, done, finance, recorded, takingOff } = await openMoney(server);

const named = (people: readonly Customer[]) =>
  rowsOf<{ name: string }>(
    `select first_name "name" from profiles where id = any($1) and first_name <> 'Erased' order by 1`,
    [people.map(({ id }) => id)],
  );

async function paidOut(orderId: string): Promise<void> {
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(orderId), finance);
  await done('desk/approvePayout', step(orderId), admin);
  await done('desk/recordSent', wasSent(orderId, randomBytes(32).toString('hex')));
}

const openLines = () => rowsOf('select m.reference from unassigned_open o join movements m on m.id = o.movement_id');
const leftOver = () =>
  rowsOf(`select reference from movements where order_id is null and direction = 'in' and app.money_left(id) > 0`);

test('who left is erased though money of another once stood on their order, which stays where it went', async () => {
  const [ina, bob, una] = [
    await newCustomer(server, 'Ina Wrong'),
    await newCustomer(server, 'Bob Right'),
    await newCustomer(server, 'Una Other'),
  ];
  const payer = { payerAccount: '987654321098', payerHolder: 'Bob Right' };
  const wrong = await paidBuy(server, ina.cookie, { amount: '2000' });
  await done('desk/confirmReceived', {
    ...cameIn(wrong.orderId, { amount: '2000', reference: 'WRONG ONE' }),
    ...payer,
  });
  await done('desk/undoPayIn', await takingOff(wrong.orderId));
  await done('desk/approveUndo', step(wrong.orderId), admin);
  await done('desk/cancel', { ...step(wrong.orderId), reasonCode: 'asked_by_customer' });
  await done('desk/rejectClaim', { ...step(wrong.orderId), reasonCode: 'not_arrived' });
  const [loose] = await rowsOf<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
    [wrong.orderId],
  );
  const right = await paidBuy(server, bob.cookie, { amount: '2000' });
  await done('unassigned/attach', attaching(loose?.id ?? '', right, '2000'));
  await paidOut(right.orderId);
  // A part of one line that was several people's: what it paid for does not come back into the till.
  const several = await recorded('SEVERAL', { amount: '4000', reason: 'several_orders' });
  for (const one of [una, bob]) {
    const order = await paidBuy(server, one.cookie, { amount: '2000' });
    await done('unassigned/attach', attaching(several, order, '2000'));
    await paidOut(order.orderId);
  }
  expect(await leftOver()).toEqual([]);
  await longGone(server, [ina, una]);
  expect(await eraseRecords(services)).toMatchObject({ people: 2, keptBack: 0 });
  expect(await named([ina, una])).toEqual([]);
  expect([await leftOver(), await openLines()]).toEqual([[], []]);
  const lines = await rowsOf(
    `select distinct account, holder from movements m join transactions t on t.id = m.order_id where t.user_id = any($1)`,
    [[ina.id, una.id]],
  );
  expect(lines).toEqual([{ account: null, holder: null }]);
  // Nothing is due again, and he whose money it was goes like anybody.
  await markRecords(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0, keptBack: 0 });
  await longGone(server, [bob]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf(`select id from movements where '987654321098' in (account) or holder = 'Bob Right'`)).toEqual(
    [],
  );
  expect(await leftOver()).toEqual([]);
});

test('one who cannot be erased keeps nobody else, and the job says loudly whom', async () => {
  const people = await Promise.all(['Abe Stuck', 'Bea Free', 'Cal Free'].map((name) => newCustomer(server, name)));
  const [stuck] = [...people].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { cookie } of people) expect((await upload(server, cookie)).status).toBe(200);
  await longGone(server, people);
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
  // Their papers are still there: what cannot go loses nothing.
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
