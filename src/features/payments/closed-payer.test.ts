import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { bankLine, claimedPlan, subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { attaching, openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { claimedPlace, registering, sessionOn } from '../../../test/workshops.ts';
import { screenEverybody, screenNames } from '../screening/screen-names.ts';

/** Whoever pays for something else than an order is served as much: their account stays, and lists are asked. */
const server = await serverWithoutFaults();
const { services } = server;
const { finance, recorded } = await openMoney(server);
const { another, rowsOf } = suspicionsOn(server);
const second = await another('finance');
const compliance = await sessionFor(server, 'compliance');

const name = 'Marlon Samuelson';
type Who = { readonly id: string; readonly email: string; readonly cookie: string };
const act = server.actsAs(finance);
const closes = ({ email, cookie }: Who) =>
  act('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
const line = (paymentId: string, more: object = {}) => bankLine(paymentId, { payerHolder: name, ...more });
const prepares = (paymentId: string, amount: string | null = null) =>
  act('paymentsDesk/prepareReturn', { paymentId, amount, reasonCode: 'given_back_as_asked', note: '' });
const approves = async (paymentId: string) =>
  act(
    'paymentsDesk/approveReturn',
    { paymentId, proposalId: await server.openProposal(paymentId), note: '' },
    second.cookie,
  );
const [head] = demoList.split('\n');
const list = {
  csv: `${head}\nX-8,SAMUELSON Marlon,person,sanctioned,,1990-04-12,JM,LOCAL,\n`,
  ...{ fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null },
};
const hitsOf = async ({ id }: Who) => (await rowsOf('select id from name_hits where user_id = $1', [id])).length;
const looksAsked = async ({ id }: Who) =>
  (
    await rowsOf(
      `select id from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`,
      [id],
    )
  ).length;

test('an account is not closed while a payment is claimed, goes back, or is for a place still to come', async () => {
  const claims = await newCustomer(server, name);
  await claimedPlan(server, claims.cookie);
  expect(await closes(claims)).toBe('accounts.money_under_way');

  const refunded = await newCustomer(server, name);
  const paymentId = await claimedPlan(server, refunded.cookie);
  expect(await act('paymentsDesk/receive', line(paymentId))).toBe('done');
  expect(await prepares(paymentId)).toBe('done');
  expect(await closes(refunded)).toBe('accounts.money_under_way');
  expect(await approves(paymentId)).toBe('done');
  expect(await closes(refunded)).toBe('accounts.money_under_way');

  const comes = await newCustomer(server, name);
  const place = await claimedPlace(server, comes.cookie, registering(await sessionOn(server)));
  expect(await act('paymentsDesk/receive', line(place, { amount: '4000' }))).toBe('done');
  expect(await closes(comes)).toBe('accounts.money_under_way');
  await rowsOf(
    `update workshop_sessions set start_at = now() - interval '3 hours', end_at = now() - interval '1 hour'`,
  );
  expect(await closes(comes)).toBe('done');
});

test('who is not paid for yet, or has a plan that runs, may go', async () => {
  const waits = await newCustomer(server, name);
  await subscribe(server, waits.cookie);
  expect(await closes(waits)).toBe('done');
  const runs = await newCustomer(server, name);
  expect(await act('paymentsDesk/receive', line(await claimedPlan(server, runs.cookie)))).toBe('done');
  expect(await closes(runs)).toBe('done');
});

test('whoever closed an account and can still pay or be paid back is found on a list of tomorrow', async () => {
  const [waits, gone] = [await newCustomer(server, name), await newCustomer(server, name)];
  await subscribe(server, waits.cookie);
  const called = await subscribe(server, gone.cookie);
  expect(await act('payments/callOff', { paymentId: called.body.paymentId }, gone.cookie)).toBe('done');
  expect([await closes(waits), await closes(gone)]).toEqual(['done', 'done']);
  expect(await act('screening/importLocal', list, compliance)).toBe('done');
  await screenEverybody(services, null);
  expect([await hitsOf(waits), await hitsOf(gone)]).toEqual([1, 0]);

  // Money comes for what had ended with its account: whose it is, is asked before it goes back.
  const before = await looksAsked(gone);
  expect(await act('paymentsDesk/receive', line(called.body.paymentId))).toBe('done');
  expect(await looksAsked(gone)).toBe(before + 1);
  await screenNames(services, { userId: gone.id });
  expect(await hitsOf(gone)).toBe(1);
});

/** Whose name stands on no list of the test before. */
const unlisted = 'Delroy Bennett';

test('the names are looked at when two agree on a part, too: it goes to whoever they are by then', async () => {
  const runs = await newCustomer(server, unlisted);
  const paymentId = await claimedPlan(server, runs.cookie);
  expect(await act('paymentsDesk/receive', line(paymentId, { payerHolder: unlisted }))).toBe('done');
  expect(await closes(runs)).toBe('done');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const before = await looksAsked(runs);
  expect(await approves(paymentId)).toBe('done');
  expect(await looksAsked(runs)).toBe(before + 1);
});

test('money that is taken in, and what is given back of a closed account, asks for a look at the names', async () => {
  const runs = await newCustomer(server, unlisted);
  const paymentId = await claimedPlan(server, runs.cookie);
  const before = await looksAsked(runs);
  expect(await act('paymentsDesk/receive', line(paymentId, { payerHolder: unlisted }))).toBe('done');
  expect(await looksAsked(runs)).toBe(before + 1);
  expect(await closes(runs)).toBe('done');
  expect([await prepares(paymentId), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await looksAsked(runs)).toBe(before + 2);

  const attached = await newCustomer(server, unlisted);
  const [due] = await rowsOf<{ id: string; reference: string }>('select id, reference from payments where id = $1', [
    await claimedPlan(server, attached.cookie),
  ]);
  const money = await recorded('LOOKED AT 1', { amount: '6000', payerHolder: unlisted });
  const earlier = await looksAsked(attached);
  expect(await act('unassigned/attach', attaching(money, due ?? { reference: '' }, '6000'))).toBe('done');
  expect(await looksAsked(attached)).toBe(earlier + 1);
});
