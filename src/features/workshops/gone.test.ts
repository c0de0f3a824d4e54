import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { bankLine } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { claimedPlace, lettersOf, register, registering, sessionOn } from '../../../test/workshops.ts';
import { payables } from '../../payables.ts';
import { beginHeld } from '../payments/jobs.ts';
import { offerPlaces } from './jobs.ts';

/** Who left, and what was called off, while something waited. */
const server = await serverUnderTest();
const { call, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const [officer, other] = [await another('compliance'), await another('compliance')];
const act = server.actsAs(finance);

/** Two of compliance let go whom they froze. */
async function thaw(userId: string): Promise<void> {
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  expect(await act('compliance/proposeThaw', { freezeId: freeze?.id, note: 'A mistake' }, officer.cookie)).toBe('done');
  const decision = { proposalId: await server.openProposal(freeze?.id ?? ''), decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', decision, other.cookie)).toBe('done');
}

test('whoever closed their account waits for no place and is offered none', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const [has, gone] = [await newCustomer(server), await newCustomer(server, 'Gone Brown')];
  const { body } = await register(server, has.cookie, registering(sessionId));
  expect(await act('workshops/wait', { sessionId, mode: 'in_person' }, gone.cookie)).toBe('done');
  const closing = { email: gone.email, password: demoPassword, confirmed: true };
  expect(await act('accounts/closeAccount', closing, gone.cookie)).toBe('done');
  expect(await act('payments/callOff', { paymentId: body.paymentId }, has.cookie)).toBe('done');
  await offerPlaces(services);
  expect((await lettersOf(server)).map(({ to }) => to)).not.toContain(gone.email);
  expect(await rowsOf('select status from workshop_registrations where user_id = $1', [gone.id])).not.toContainEqual({
    status: 'offered',
  });
});

test('what was held begins in no session that was called off meanwhile: its money goes back', async () => {
  const sessionId = await sessionOn(server);
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId));
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { amount: '4000' }))).toBe('done');
  expect(await act('workshopsDesk/cancelSession', { sessionId, reason: 'No room' })).toBe('done');
  await thaw(who.id);
  await beginHeld(services, payables);
  const [row] = await rowsOf(
    `select p.held, p.ended, p.awaits_staff, r.status
       from payments p join workshop_registrations r on r.id = p.payable_id where p.id = $1`,
    [paymentId],
  );
  expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true, status: 'cancelled' });
});

test('what was held and is free again is asked back once, when its session is called off', async () => {
  const sessionId = await sessionOn(server);
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId));
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { amount: '4000' }))).toBe('done');
  await thaw(who.id);
  const off = { sessionId, reason: 'No room' };
  const { body } = await call('workshopsDesk/cancelSession', off, finance);
  expect(body).toMatchObject({ ended: 0, prepared: 0, left: 1 });
  await beginHeld(services, payables);
  const [row] = await rowsOf('select held, ended, awaits_staff from payments where id = $1', [paymentId]);
  expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true });
  expect(await rowsOf(`select from proposals where subject = $1 and state = 'open'`, [paymentId])).toEqual([]);
});
