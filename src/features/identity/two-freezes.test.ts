import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { lookAtOne } from './look-for-links.ts';

/** A person is frozen from the first freeze on, as long as one or another stands (decisions E2 and E3). */
const server = await serverWithoutFaults();
const { call, services } = server;
const { another, caseAbout, rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const officer = await another('compliance');

const freeze = async ({ id: userId }: Customer) => {
  const frozen = await call('compliance/freeze', { userId, reason: 'An authority asks for it' }, compliance);
  expect(frozen.status).toBe(200);
};
/** The second freeze: a case about them ends the relationship. */
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
  const { body } = await call<{ proposalId: string }>('compliance/proposeThaw', wish, officer.cookie);
  const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
}
/** A new account; the job that a sign-up leaves has run. */
async function comesAs(name: string) {
  const customer = await newCustomer(server, name);
  await lookAtOne(services, customer.id);
  return customer;
}
const tryToBuy = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';
const rename = async ({ cookie }: Customer, firstName: string, lastName: string) => {
  const changed = await call('accountPages/updateProfile', { firstName, lastName, dateOfBirth: '1990-04-12' }, cookie);
  expect(changed.status).toBe(200);
};

test('who came again while somebody was frozen stays stopped when the first of their freezes is thawed', async () => {
  const before = await newCustomer(server, 'Winston Rodney');
  const first = await newCustomer(server, 'Winston Rodney');
  await freeze(first);
  const again = await comesAs('Winston Rodney');
  await endRelationship(first);
  await thaw(first);
  await lookAtOne(services, before.id);
  expect(await tryToBuy(first)).toBe('trading.not_possible');
  expect(await tryToBuy(again)).toBe('trading.not_possible');
  expect(await tryToBuy(before)).toBe('placed');
  const apart = { userId: again.id, otherId: first.id, decision: 'apart', note: 'Another face', proposalId: null };
  expect((await call('identity/decideLink', apart, officer.cookie)).body).toEqual({ state: 'proposed' });
  await thaw(first, 'relationship_ends');
  expect(await tryToBuy(again)).toBe('placed');
});

test('who came while nothing froze somebody is older than the freeze that came later', async () => {
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

test('a thawed freeze goes on to tell how somebody was known who stays frozen, and frames nobody', async () => {
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

test('a freeze that is thawed before their first change of name says of no later name that it froze it', async () => {
  const first = await newCustomer(server, 'Neville Livingston');
  await freeze(first);
  await endRelationship(first);
  await thaw(first);
  await rename(first, 'Another', 'Innocent');
  expect(await tryToBuy(await comesAs('Neville Livingston'))).toBe('trading.not_possible');
  expect(await tryToBuy(await comesAs('Another Innocent'))).toBe('placed');
});
