import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';

/** Staff are exempt from duplicate freezes. The exemption doesn't extend to accounts merged with theirs. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');

type Account = Pick<Customer, 'id'>;
const decide = (first: Account, second: Account, decision: 'join' | 'apart') =>
  call(
    'identity/decideLink',
    { userId: first.id, otherId: second.id, decision, note: 'Reviewed', proposalId: null },
    compliance,
  );
async function joinAccounts(first: Account, second: Account) {
  await linkAccounts(server, [first.id, second.id], 'wallet');
  expect(await decide(first, second, 'join')).toMatchObject({ body: { state: 'joined' } });
}
async function createFrozen(name: string) {
  const frozen = await newCustomer(server, name);
  const stop = { userId: frozen.id, reason: 'An authority asks for it' };
  expect((await call('compliance/freeze', stop, compliance)).status).toBe(200);
  return frozen;
}
async function takeName(customer: Customer, firstName: string, lastName: string) {
  const named = { firstName, lastName, dateOfBirth: '1990-04-12' };
  expect((await call('accountPages/updateProfile', named, customer.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, customer.id);
}
const tryToBuy = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';

test('a new account of a frozen customer is stopped when merged with staff, and the staff keep working', async () => {
  const frozen = await createFrozen('Desmond Dacres');
  const [again, staff] = [await newCustomer(server, 'Jane Newcomer'), await another('support')];
  await joinAccounts(again, staff);
  expect(await tryToBuy(again)).toBe('placed');
  await takeName(again, 'Desmond', 'Dacres');
  expect(await tryToBuy(again)).toBe('trading.not_possible');
  expect((await call('compliance/freezes', { userId: again.id }, compliance)).body).toMatchObject({ stopped: true });
  expect((await decide(again, frozen, 'apart')).body).toEqual({ state: 'proposed' });
  expect((await decide(again, frozen, 'join')).body).toMatchObject({ code: 'approvals.works_at_desk' });
  expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
});

test('separating staff from a frozen namesake needs two people', async () => {
  const frozen = await createFrozen('Toots Hibbert');
  const staff = await newCustomer(server, 'Toots Hibbert');
  await detectDuplicatesOf(services, staff.id);
  expect(await tryToBuy(staff)).toBe('trading.not_possible');
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [staff.id]);
  expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
  expect((await decide(staff, frozen, 'apart')).body).toEqual({ state: 'proposed' });
});
