import { expect, test } from 'vitest';
import { createFrozenScenario } from '../../../test/frozen-scenario.ts';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';

const server = await serverWithoutFaults();
const { call, services } = server;
const { rowsOf } = setUpSuspicions(server);
const { act, freeze, payOut, buyOrder } = await createFrozenScenario(server);
const support = await createSession(server, 'support');

async function createAttendee() {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const attendee = await confirmRegistration(server, sessionId);
  expect((await call('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support)).status).toBe(200);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
  const nameWallet = async (address: string) =>
    expect(await act('workshops/nameAwardWallet', { awardId: award?.id, address }, attendee.cookie)).toBe('done');
  return { ...attendee, names: nameWallet };
}
const buyTo = async (walletAddress: string) => {
  const mule = await newCustomer(server, 'Mary Mule');
  return payOut(await buyOrder(mule, { symbol: 'SOL', network: 'solana', walletAddress }), solanaHash());
};

test('paying coins to a training wallet of a frozen customer is blocked', async () => {
  const [first, second, afterFreeze] = [solanaAddress(), solanaAddress(), solanaAddress()];
  const fred = await createAttendee();
  for (const address of [first, second]) await fred.names(address);
  await freeze(fred);
  await fred.names(afterFreeze);
  for (const address of [first, second]) expect(await buyTo(address)).toBe('desk.payer_stopped');
  expect(await buyTo(afterFreeze)).toBe('paid');
});

test('two attendees with one training wallet are linked', async () => {
  const [wallet, first, second] = [solanaAddress(), await createAttendee(), await createAttendee()];
  for (const attendee of [first, second]) await attendee.names(wallet);
  for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
  const links = await rowsOf(
    'select kinds from account_links where $1 in (account_a, account_b) and $2 in (account_a, account_b)',
    [first.id, second.id],
  );
  expect(links).toEqual([{ kinds: expect.arrayContaining(['wallet']) }]);
});
