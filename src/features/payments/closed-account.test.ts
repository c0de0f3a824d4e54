import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, claimSeat, insertWorkshop } from '../../../test/workshops.ts';
import { screenAllCustomers, screenNames } from '../screening/screen-names.ts';

/** An account with a product payment cannot be closed, and its name is screened, as with an order. */
const server = await serverWithoutFaults();
const { services } = server;
const { finance, recorded } = await setUpUnallocated(server);
const { another, rowsOf } = setUpSuspicions(server);
const second = await another('finance');
const compliance = await createSession(server, 'compliance');

const name = 'Marlon Samuelson';
type Who = { readonly id: string; readonly email: string; readonly cookie: string };
const act = server.actsAs(finance);
const closeAccount = ({ email, cookie }: Who) =>
  act('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
const line = (paymentId: string, more: object = {}) => buildBankReceipt(paymentId, { payerHolder: name, ...more });
const prepareRefund = (paymentId: string, amount: string | null = null) =>
  act('paymentsDesk/prepareReturn', { paymentId, amount, reasonCode: 'given_back_as_asked', note: '' });
const approveRefund = async (paymentId: string) =>
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
const countHits = async ({ id }: Who) => (await rowsOf('select id from name_hits where user_id = $1', [id])).length;
const countScreenings = async ({ id }: Who) =>
  (
    await rowsOf(
      `select id from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`,
      [id],
    )
  ).length;

test('closing an account is refused while a payment is claimed, refunded or for a future seat', async () => {
  const claims = await newCustomer(server, name);
  await claimPlan(server, claims.cookie);
  expect(await closeAccount(claims)).toBe('accounts.money_under_way');

  const refunded = await newCustomer(server, name);
  const paymentId = await claimPlan(server, refunded.cookie);
  expect(await act('paymentsDesk/receive', line(paymentId))).toBe('done');
  expect(await prepareRefund(paymentId)).toBe('done');
  expect(await closeAccount(refunded)).toBe('accounts.money_under_way');
  expect(await approveRefund(paymentId)).toBe('done');
  expect(await closeAccount(refunded)).toBe('accounts.money_under_way');

  const comes = await newCustomer(server, name);
  const place = await claimSeat(server, comes.cookie, buildRegistration(await insertWorkshop(server)));
  expect(await act('paymentsDesk/receive', line(place, { amount: '4000' }))).toBe('done');
  expect(await closeAccount(comes)).toBe('accounts.money_under_way');
  await rowsOf(
    `update workshop_sessions set start_at = now() - interval '3 hours', end_at = now() - interval '1 hour'`,
  );
  expect(await closeAccount(comes)).toBe('done');
});

test('closing an account with an unpaid payment or a running plan is allowed', async () => {
  const waits = await newCustomer(server, name);
  await subscribe(server, waits.cookie);
  expect(await closeAccount(waits)).toBe('done');
  const runs = await newCustomer(server, name);
  expect(await act('paymentsDesk/receive', line(await claimPlan(server, runs.cookie)))).toBe('done');
  expect(await closeAccount(runs)).toBe('done');
});

test('a closed account that can still pay or be refunded is screened against new lists', async () => {
  const [waits, gone] = [await newCustomer(server, name), await newCustomer(server, name)];
  await subscribe(server, waits.cookie);
  const called = await subscribe(server, gone.cookie);
  expect(await act('payments/callOff', { paymentId: called.body.paymentId }, gone.cookie)).toBe('done');
  expect([await closeAccount(waits), await closeAccount(gone)]).toEqual(['done', 'done']);
  expect(await act('screening/importLocal', list, compliance)).toBe('done');
  await screenAllCustomers(services, null);
  expect([await countHits(waits), await countHits(gone)]).toEqual([1, 0]);

  const before = await countScreenings(gone);
  expect(await act('paymentsDesk/receive', line(called.body.paymentId))).toBe('done');
  expect(await countScreenings(gone)).toBe(before + 1);
  await screenNames(services, { userId: gone.id });
  expect(await countHits(gone)).toBe(1);
});

const unlisted = 'Delroy Bennett';

test("approving a partial refund screens the customer's name", async () => {
  const runs = await newCustomer(server, unlisted);
  const paymentId = await claimPlan(server, runs.cookie);
  expect(await act('paymentsDesk/receive', line(paymentId, { payerHolder: unlisted }))).toBe('done');
  expect(await closeAccount(runs)).toBe('done');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const before = await countScreenings(runs);
  expect(await approveRefund(paymentId)).toBe('done');
  expect(await countScreenings(runs)).toBe(before + 1);
});

test("receiving money and refunding a closed account screen the customer's name", async () => {
  const runs = await newCustomer(server, unlisted);
  const paymentId = await claimPlan(server, runs.cookie);
  const before = await countScreenings(runs);
  expect(await act('paymentsDesk/receive', line(paymentId, { payerHolder: unlisted }))).toBe('done');
  expect(await countScreenings(runs)).toBe(before + 1);
  expect(await closeAccount(runs)).toBe('done');
  expect([await prepareRefund(paymentId), await approveRefund(paymentId)]).toEqual(['done', 'done']);
  expect(await countScreenings(runs)).toBe(before + 2);

  const attached = await newCustomer(server, unlisted);
  const [due] = await rowsOf<{ id: string; reference: string }>('select id, reference from payments where id = $1', [
    await claimPlan(server, attached.cookie),
  ]);
  const money = await recorded('LOOKED AT 1', { amount: '6000', payerHolder: unlisted });
  const earlier = await countScreenings(attached);
  expect(await act('unassigned/attach', buildAttachment(money, due ?? { reference: '' }, '6000'))).toBe('done');
  expect(await countScreenings(attached)).toBe(earlier + 1);
});
