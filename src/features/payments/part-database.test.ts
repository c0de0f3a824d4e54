import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** What the database says of parts that go back, whatever code asks. */
const server = await serverUnderTest();
const { call, faults, owner } = server;
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
afterEach(() => expect(faults).toEqual([]));

async function paidPlan(): Promise<string> {
  const paymentId = await claimedPlan(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect((await call('paymentsDesk/receive', bankLine(paymentId), finance)).status).toBe(200);
  return paymentId;
}

/** Laid down beside the commands: what two people agreed on about a line, and its line `back`. */
async function laidDown(paymentId: string, amount: string) {
  const [line] = await rowsOf<Record<string, string>>(
    `select * from movements where payment_id = $1 and direction = 'in'`,
    [paymentId],
  );
  const people = await rowsOf<{ id: string }>(`select id from profiles where email like '%@demo.test' limit 2`);
  const { rows } = await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
     values ('return', $1, $2, $3, $4, 'approved', $5, now()) returning id`,
    [
      paymentId,
      { movementId: line?.['id'], amount, unit: 'JMD', account: line?.['account'], address: null, tag: null },
      ...[line?.['user_id'], people[0]?.id, people[1]?.id],
    ],
  );
  return (on: pg.Pool | pg.PoolClient = owner) =>
    on
      .query(
        `insert into movements (payment_id, user_id, direction, of_id, asset, amount, rail, reference, reference_key, bank,
           account, holder, moved_at, recorded_at, proposal_id)
         select payment_id, user_id, 'back', id, asset, $2, rail, $3, $3, bank, account, holder, now(), now(), $4
           from movements where id = $1`,
        [line?.['id'], amount, randomUUID().toUpperCase(), rows[0].id],
      )
      .then(
        () => 'done',
        ({ message }: Error) => message,
      );
}

test('the database itself lets no more go back than came, whoever asks at the same moment', async () => {
  const paymentId = await paidPlan();
  const [one, other, rest] = [
    await laidDown(paymentId, '4000'),
    await laidDown(paymentId, '2500'),
    await laidDown(paymentId, '2000'),
  ];
  const first = await owner.connect();
  await first.query('begin');
  expect(await one(first)).toBe('done');
  const late = { is: '' };
  const told = other().then((answer) => {
    late.is = answer;
  });
  const isWaiting = async () =>
    (await rowsOf(`select from pg_locks where locktype = 'advisory' and not granted`)).length;
  while (late.is === '' && !(await isWaiting()));
  await first.query('commit');
  first.release();
  await told;
  expect(late.is).toBe('more_than_is_left');
  // The whole does not leave while what was paid for goes on, and a part not once it has ended.
  expect(await rest()).toBe('movement_not_as_agreed');
  const whole = await paidPlan();
  expect(await (await laidDown(whole, '6000'))()).toBe('movement_not_as_agreed');
  await owner.query(`update payments set ended = 'refunded', closed_at = now() where id = $1`, [whole]);
  expect(await (await laidDown(whole, '2000'))()).toBe('movement_not_as_agreed');
  expect(await (await laidDown(whole, '6000'))()).toBe('done');
});
