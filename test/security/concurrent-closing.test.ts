import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { countLockWaits } from '../lock-waits.ts';
import { buy, upload } from '../orders.ts';
import { claimPlan, subscribe } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const { submitSignIn, isSignedIn, createUser } = createAccountTools(server);
const finance = await createSession(server, 'finance');
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

const getCode = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : ((body as { code?: string }).code ?? status);
const runCommand = async (path: string, input: object, cookie = finance) => getCode(await call(path, input, cookie));
async function createCustomer() {
  const user = await newCustomer(server, 'Tamara Grant');
  return user;
}
type Customer = Awaited<ReturnType<typeof createCustomer>>;
const closeAccount = ({ email, cookie }: Customer) =>
  runCommand('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
const isClosed = async (id: string) =>
  (await rowsOf<{ closed: boolean }>('select closed_at is not null closed from profiles where id = $1', [id]))[0]
    ?.closed;
const findPendingMoney = async (id: string) =>
  (
    await rowsOf<{ what: string }>(
      `select 'order ' || pay_in what from transactions where user_id = $1 and status in ('pending', 'processing')
         and pay_in <> 'awaiting'
       union all select 'payment ' || pay_in from payments where user_id = $1 and ended is null and pay_in <> 'awaiting'`,
      [id],
    )
  ).map(({ what }) => what);

const uploadProofFile = async (cookie: string, purpose?: string) => (await upload(server, cookie, purpose)).body.id;
const claims: Record<string, (user: Customer) => Promise<() => Promise<unknown>>> = {
  'claiming an order': async ({ cookie }) => {
    const { orderId } = (await buy(server, cookie, { amount: '2000' })).body;
    const proofFile = await uploadProofFile(cookie);
    return () => runCommand('trading/claimPayment', { orderId, proofFile }, cookie);
  },
  'claiming a plan': async ({ cookie }) => {
    const { paymentId } = (await subscribe(server, cookie)).body;
    const proofFile = await uploadProofFile(cookie, 'subscription-proof');
    return () => runCommand('payments/claim', { paymentId, proofFile }, cookie);
  },
};
const countWaiting = () => countLockWaits(server);

test.each(Object.entries(claims))(
  'closing an account and %s at the same time succeeds for one of them',
  async (_, prepare) => {
    const user = await createCustomer();
    const claim = await prepare(user);
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query('select from profiles where id = $1 for no key update', [user.id]);
    const closing = closeAccount(user);
    // The command has checked for pending money and waits for the lock.
    await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
    const claiming = claim();
    await Promise.race([claiming, new Promise((done) => setTimeout(done, 1_000))]);
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all([closing, claiming]);
    expect([answers, (await isClosed(user.id)) ? await findPendingMoney(user.id) : []]).toEqual([answers, []]);
  },
);

test('two concurrent password changes: one password opens, and its caller got the success', async () => {
  const mismatches: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    const user = await createUser();
    const claim = await createSession(server, user.email);
    const [one, two] = [`Canary-Secret-${round}1!`, `Canary-Secret-${round}2!`];
    const changePassword = (newPassword: string, cookie: string) =>
      runCommand('accounts/changePassword', { email: user.email, currentPassword: demoPassword, newPassword }, cookie);
    const answers = await Promise.all([changePassword(one, user.cookie), changePassword(two, claim)]);
    const accepted = [];
    for (const password of [one, two])
      accepted.push(getCode(await submitSignIn(user.email, password)) === 'done' ? 'done' : 'not');
    const reported = answers.map((answer) => (answer === 'done' ? 'done' : 'not'));
    if (JSON.stringify(accepted) !== JSON.stringify(reported)) mismatches.push([answers, accepted]);
    await owner.query('truncate rate_limits');
  }
  expect(mismatches).toEqual([]);
});

test('a request during sign-out: the session is over for everything after', async () => {
  const user = await createUser();
  const requests = Array.from({ length: 6 }, () => call('accounts/viewer', undefined, user.cookie));
  const [signOutAnswer] = await Promise.all([call('accounts/signOut', undefined, user.cookie), ...requests]);
  expect(signOutAnswer.status).toBe(200);
  expect(await isSignedIn(user.cookie)).toBe(false);
  expect(await isSignedIn(getCookie(signOutAnswer))).toBe(false);
  expect(await claimPlan(server, user.cookie).catch(() => null)).toBeNull();
});
