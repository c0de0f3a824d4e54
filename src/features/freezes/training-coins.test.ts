import { expect, test } from 'vitest';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { stoppedOn } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmedIn, sessionOn } from '../../../test/workshops.ts';
import { lookAtOne } from '../identity/look-for-links.ts';

/** The wallet that somebody names for their training coins is theirs, as one that they name on an order. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { rowsOf } = suspicionsOn(server);
const { act, freeze, paidOut, bought } = await stoppedOn(server);
const support = await sessionFor(server, 'support');

/** Somebody who was let into a session, and may name a wallet for its coins. */
async function attendee() {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  expect((await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support)).status).toBe(200);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  const names = async (address: string) =>
    expect(await act('workshops/nameAwardWallet', { awardId: award?.id, address }, who.cookie)).toBe('done');
  return { ...who, names };
}
const boughtTo = async (walletAddress: string) => {
  const mule = await newCustomer(server, 'Mary Mule');
  return paidOut(await bought(mule, { symbol: 'SOL', network: 'solana', walletAddress }), solanaHash());
};

test('coins reach no wallet that a frozen customer had named for their training coins', async () => {
  const [first, second, since] = [solanaAddress(), solanaAddress(), solanaAddress()];
  const fred = await attendee();
  for (const address of [first, second]) await fred.names(address);
  await freeze(fred);
  await fred.names(since);
  for (const address of [first, second]) expect(await boughtTo(address)).toBe('desk.payer_stopped');
  // What they name from then on may be anybody's.
  expect(await boughtTo(since)).toBe('paid');
});

test('two who name one wallet for their training coins are asked about', async () => {
  const [wallet, one, other] = [solanaAddress(), await attendee(), await attendee()];
  for (const who of [one, other]) await who.names(wallet);
  for (const { id } of [one, other]) await lookAtOne(services, id);
  const links = await rowsOf('select kinds from account_links where $1 in (one, other) and $2 in (one, other)', [
    one.id,
    other.id,
  ]);
  expect(links).toEqual([{ kinds: expect.arrayContaining(['wallet']) }]);
});
