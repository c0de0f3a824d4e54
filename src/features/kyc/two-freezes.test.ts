import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from './detect-duplicates.ts';

/** A customer stays frozen while any freeze is active (decisions E2 and E3). */
const server = await serverWithoutFaults();
const { call, services } = server;
const { another, caseAbout, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officer = await another('compliance');

const freeze = async ({ id: userId }: Customer) => {
  const frozen = await call('compliance/freeze', { userId, reason: 'An authority asks for it' }, compliance);
  expect(frozen.status).toBe(200);
};
async function endRelationship({ id }: Customer) {
  const ended = {
    caseId: await caseAbout(id, compliance),
    outcome: 'relationship_ends',
    text: 'By the letter we end it.',
  };
  expect((await call('compliance/closeCase', ended, compliance)).status).toBe(200);
}
async function thaw({ id }: Customer, cause = 'by_hand') {
  const [row] = await rowsOf<{ id: string }>(
    'select id from account_freezes where user_id = $1 and cause = $2 and lifted_at is null',
    [id, cause],
  );
  const wish = { freezeId: row?.id, note: 'It has done its work' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeUnfreeze', wish, officer.cookie);
  const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
}
async function comesAs(name: string) {
  const customer = await newCustomer(server, name);
  await detectDuplicatesOf(services, customer.id);
  return customer;
}
const tryToBuy = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';
const rename = async ({ cookie }: Customer, firstName: string, lastName: string) => {
  const changed = await call('accountPages/updateProfile', { firstName, lastName, dateOfBirth: '1990-04-12' }, cookie);
  expect(changed.status).toBe(200);
};

test('a returning customer stays frozen when the first of two freezes is lifted', async () => {
  const before = await newCustomer(server, 'Winston Rodney');
  const first = await newCustomer(server, 'Winston Rodney');
  await freeze(first);
  const again = await comesAs('Winston Rodney');
  await endRelationship(first);
  await thaw(first);
  await detectDuplicatesOf(services, before.id);
  expect(await tryToBuy(first)).toBe('trading.not_possible');
  expect(await tryToBuy(again)).toBe('trading.not_possible');
  expect(await tryToBuy(before)).toBe('placed');
  const apart = { userId: again.id, otherId: first.id, decision: 'apart', note: 'Another face', proposalId: null };
  expect((await call('identity/decideLink', apart, officer.cookie)).body).toEqual({ state: 'proposed' });
  await thaw(first, 'relationship_ends');
  expect(await tryToBuy(again)).toBe('placed');
});

test('an account opened between two freezes is not stopped by the later one', async () => {
  const first = await newCustomer(server, 'Peter Tosh');
  await freeze(first);
  const during = await comesAs('Peter Tosh');
  await thaw(first);
  const free = await comesAs('Peter Tosh');
  await freeze(first);
  const since = await comesAs('Peter Tosh');
  expect(await tryToBuy(during)).toBe('placed');
  expect(await tryToBuy(free)).toBe('placed');
  expect(await tryToBuy(since)).toBe('trading.not_possible');
});

test('a lifted freeze keeps the identity snapshot of a customer who stays frozen', async () => {
  const first = await newCustomer(server, 'Robert Marley');
  await freeze(first);
  await rename(first, 'Bunny', 'Wailer');
  await endRelationship(first);
  await thaw(first);
  await rename(first, 'Honest', 'Stranger');
  expect(await tryToBuy(await comesAs('Robert Marley'))).toBe('trading.not_possible');
  expect(await tryToBuy(await comesAs('Bunny Wailer'))).toBe('trading.not_possible');
  expect(await tryToBuy(await comesAs('Honest Stranger'))).toBe('placed');
});

test('a freeze lifted before a name change does not cover the later name', async () => {
  const first = await newCustomer(server, 'Neville Livingston');
  await freeze(first);
  await endRelationship(first);
  await thaw(first);
  await rename(first, 'Another', 'Innocent');
  expect(await tryToBuy(await comesAs('Neville Livingston'))).toBe('trading.not_possible');
  expect(await tryToBuy(await comesAs('Another Innocent'))).toBe('placed');
});
