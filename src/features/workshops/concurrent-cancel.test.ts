import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, confirmRegistration, insertWorkshop, register } from '../../../test/workshops.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverUnderTest();
const { call, faults } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const support = await createSession(server, 'support');
const [second, third] = [(await another('finance')).cookie, (await another('finance')).cookie];
beforeEach(() => void faults.splice(0));

const act = server.actsAs(finance);
const openOn = async (paymentId: string) =>
  rowsOf<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [paymentId]);
const prepares = (paymentId: string, cookie = finance) =>
  act('paymentsDesk/prepareReturn', { paymentId, amount: null, reasonCode: 'given_back_as_asked', note: '' }, cookie);
const approves = async (paymentId: string, cookie = second) => {
  const [open] = await openOn(paymentId);
  return act('paymentsDesk/approveReturn', { paymentId, proposalId: open?.id ?? randomUUID(), note: '' }, cookie);
};
const records = (paymentId: string) =>
  act('paymentsDesk/recordReturned', {
    ...{ paymentId, reference: `BACK ${randomUUID()}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' },
  });
const backOf = async (paymentId: string) =>
  (
    await rowsOf<{ sum: number }>(
      `select coalesce(sum(amount), 0)::float8 sum from movements where payment_id = $1 and direction = 'back'`,
      [paymentId],
    )
  )[0]?.sum;
const callsOff = (sessionId: string, cookie = finance) =>
  act('workshopsDesk/cancelSession', { sessionId, reason: 'The hall burnt' }, cookie);

test('concurrent cancellations and a manual refund return the money once', async () => {
  for (let round = 0; round < 3; round++) {
    const sessionId = await insertWorkshop(server);
    const one = await confirmRegistration(server, sessionId);
    await register(server, (await newCustomer(server)).cookie, buildRegistration(sessionId));
    const answers = await Promise.all([
      callsOff(sessionId),
      callsOff(sessionId, second),
      prepares(one.paymentId, third),
      act(
        'workshops/move',
        { placeId: one.placeId, sessionId: await insertWorkshop(server), mode: 'online' },
        one.cookie,
      ),
    ]);
    expect(answers.slice(0, 2)).toContain('done');
    const open = await openOn(one.paymentId);
    expect(open.length).toBeLessThanOrEqual(1);
    if (answers[3] !== 'done') expect(open).toHaveLength(1);
    expect(faults).toEqual([]);
    if (open.length === 0) continue;
    const [proposal] = await rowsOf<{ by: string }>('select proposed_by "by" from proposals where id = $1', [
      open[0]?.id,
    ]);
    const decided = await Promise.all([finance, second, third].map((cookie) => approves(one.paymentId, cookie)));
    expect([proposal?.by !== undefined, decided.filter((answer) => answer === 'done').length]).toEqual([true, 1]);
    const sent = await Promise.all([records(one.paymentId), records(one.paymentId)]);
    expect(sent.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await backOf(one.paymentId)).toBe(4000);
  }
});

test('refunding, moving and checking in a seat concurrently succeeds for one of them', async () => {
  for (let round = 0; round < 4; round++) {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const one = await confirmRegistration(server, sessionId);
    expect(await prepares(one.paymentId)).toBe('done');
    const to = await insertWorkshop(server, { startsIn: '2 hours' });
    const [back, came] = await Promise.all([
      approves(one.paymentId),
      act('workshopsDesk/checkIn', { sessionId, code: one.code }, support),
      act('workshops/move', { placeId: one.placeId, sessionId: to, mode: 'in_person' }, one.cookie),
    ]);
    expect(back).toBe('done');
    const [place] = await rowsOf<{ status: string; came: boolean }>(
      'select status, checked_in_at is not null came from workshop_registrations where id = $1',
      [one.placeId],
    );
    expect(place).toEqual({ status: 'cancelled', came: came === 'done' });
    const seats = await rowsOf('select from workshop_seats where session_id = any($1) and taken <> 0', [
      [sessionId, to],
    ]);
    expect(seats).toEqual([]);
    expect((await call('workshopsDesk/proposeAwards', { sessionId }, finance)).status).not.toBe(200);
  }
});
