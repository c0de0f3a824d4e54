import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { lookAtOne } from '../identity/look-for-links.ts';

/** That nobody at the desk is stopped by what others did lends nothing to an account that is joined with theirs. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');

type Account = Pick<Customer, 'id'>;
const decide = (one: Account, other: Account, decision: 'join' | 'apart') =>
  call(
    'identity/decideLink',
    { userId: one.id, otherId: other.id, decision, note: 'As it was seen', proposalId: null },
    compliance,
  );
async function joined(one: Account, other: Account) {
  await linkAccounts(server, [one.id, other.id], 'wallet');
  expect(await decide(one, other, 'join')).toMatchObject({ body: { state: 'joined' } });
}
async function frozenAs(name: string) {
  const frozen = await newCustomer(server, name);
  const stop = { userId: frozen.id, reason: 'An authority asks for it' };
  expect((await call('compliance/freeze', stop, compliance)).status).toBe(200);
  return frozen;
}
async function takesName(customer: Customer, firstName: string, lastName: string) {
  const named = { firstName, lastName, dateOfBirth: '1990-04-12' };
  expect((await call('accountPages/updateProfile', named, customer.cookie)).status).toBe(200);
  await lookAtOne(services, customer.id);
}
const tryToBuy = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';

test('whoever is frozen and comes again is stopped, also joined with somebody at the desk, who works on', async () => {
  const frozen = await frozenAs('Desmond Dacres');
  const [again, staff] = [await newCustomer(server, 'Somebody New'), await another('support')];
  await joined(again, staff);
  expect(await tryToBuy(again)).toBe('placed');
  await takesName(again, 'Desmond', 'Dacres');
  expect(await tryToBuy(again)).toBe('trading.not_possible');
  expect((await call('compliance/freezes', { userId: again.id }, compliance)).body).toMatchObject({ stopped: true });
  expect((await decide(again, frozen, 'apart')).body).toEqual({ state: 'proposed' });
  // To join the two would stop them by one person.
  expect((await decide(again, frozen, 'join')).body).toMatchObject({ code: 'approvals.works_at_desk' });
  expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
});

test('two say that somebody at the desk is not whom they follow: without the role it stops them', async () => {
  const frozen = await frozenAs('Toots Hibbert');
  const staff = await newCustomer(server, 'Toots Hibbert');
  await lookAtOne(services, staff.id);
  expect(await tryToBuy(staff)).toBe('trading.not_possible');
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [staff.id]);
  expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
  expect((await decide(staff, frozen, 'apart')).body).toEqual({ state: 'proposed' });
});
