import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, claimSeat, insertWorkshop, register, runWorkshopEmails } from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { startReleased } from '../payments/jobs.ts';
import { offerSeats } from './jobs.ts';

const server = await serverUnderTest();
const { call, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [officer, other] = [await another('compliance'), await another('compliance')];
const act = server.actsAs(finance);

async function thaw(userId: string): Promise<void> {
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  expect(await act('compliance/proposeUnfreeze', { freezeId: freeze?.id, note: 'A mistake' }, officer.cookie)).toBe(
    'done',
  );
  const decision = { proposalId: await server.openProposal(freeze?.id ?? ''), decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', decision, other.cookie)).toBe('done');
}

test('a closed account leaves the waiting list and gets no offer', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [has, gone] = [await newCustomer(server), await newCustomer(server, 'Gone Brown')];
  const { body } = await register(server, has.cookie, buildRegistration(sessionId));
  expect(await act('workshops/wait', { sessionId, mode: 'in_person' }, gone.cookie)).toBe('done');
  const closing = { email: gone.email, password: demoPassword, confirmed: true };
  expect(await act('accounts/closeAccount', closing, gone.cookie)).toBe('done');
  expect(await act('payments/callOff', { paymentId: body.paymentId }, has.cookie)).toBe('done');
  await offerSeats(services);
  expect((await runWorkshopEmails(server)).map(({ to }) => to)).not.toContain(gone.email);
  expect(await rowsOf('select status from workshop_registrations where user_id = $1', [gone.id])).not.toContainEqual({
    status: 'offered',
  });
});

test('a held payment for a cancelled session is refunded', async () => {
  const sessionId = await insertWorkshop(server);
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimSeat(server, who.cookie, buildRegistration(sessionId));
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4000' }))).toBe('done');
  expect(await act('workshopsDesk/cancelSession', { sessionId, reason: 'Venue closed' })).toBe('done');
  await thaw(who.id);
  await startReleased(services, payables);
  const [row] = await rowsOf(
    `select p.held, p.ended, p.awaits_staff, r.status
       from payments p join workshop_registrations r on r.id = p.payable_id where p.id = $1`,
    [paymentId],
  );
  expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true, status: 'cancelled' });
});

test('a released payment of a cancelled session is refunded once', async () => {
  const sessionId = await insertWorkshop(server);
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimSeat(server, who.cookie, buildRegistration(sessionId));
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4000' }))).toBe('done');
  await thaw(who.id);
  const off = { sessionId, reason: 'Venue closed' };
  const { body } = await call('workshopsDesk/cancelSession', off, finance);
  expect(body).toMatchObject({ ended: 0, prepared: 0, left: 1 });
  await startReleased(services, payables);
  const [row] = await rowsOf('select held, ended, awaits_staff from payments where id = $1', [paymentId]);
  expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true });
  expect(await rowsOf(`select from proposals where subject = $1 and state = 'open'`, [paymentId])).toEqual([]);
});
