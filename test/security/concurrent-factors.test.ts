import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
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
import { createAuthenticator } from './authenticator.ts';

/** After concurrent changes of its factors, an account must require exactly the factors that remain. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { submitSignIn, createUser, isSignedIn } = createAccountTools(server);
const getCode = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : ((body as { code?: string }).code ?? status);

async function preparePasskey(cookie: string, passkey = createAuthenticator(services.config.origin)) {
  const { body } = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, cookie);
  const answer = passkey.register(body.challenge, { format: 'none', statement: () => new Map() });
  return {
    passkey,
    save: () => call<{ codes: string[] | null }>('accounts/registerPasskey', { name: 'Phone', answer }, cookie),
  };
}
async function startApp(cookie: string) {
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
  const code = (at = Date.now()) => new TOTP({ secret: Secret.fromBase32(body.text) }).generate({ timestamp: at });
  return {
    code,
    confirm: () => call<{ codes: string[] | null }>('accounts/confirmAuthenticator', { code: code() }, cookie),
  };
}
const firstPasskey = async (cookie: string) =>
  (await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, cookie)).body.passkeys[0]?.id;
const loadFactorState = async (id: string) =>
  (
    await owner.query(
      `select u.second_factor mark, exists (
            select from auth.authenticator a where a.user_id = u.id and a.confirmed_at is not null) app,
          (select count(*)::int from auth.passkey p where p.user_id = u.id) passkeys,
          (select count(*)::int from auth.recovery_code c where c.user_id = u.id and c.used_at is null) codes
         from auth."user" u where u.id = $1`,
      [id],
    )
  ).rows[0];
const countWaiting = () => countLockWaits(server);

/** Holds both transactions before they update the account, then releases `first` before `second`. */
async function runInOrder<T>(id: string, first: () => Promise<T>, second: () => Promise<T>) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from auth."user" where id = $1 for update', [id]);
  const running: Promise<T>[] = [];
  for (const run of [first, second]) {
    const before = await countWaiting();
    running.push(run());
    await expect.poll(countWaiting, { timeout: 8_000 }).toBeGreaterThan(before);
  }
  await holder.query('commit');
  holder.release();
  return Promise.all(running);
}

test('removing app and passkey concurrently: the account requires none, or one remains', async () => {
  const user = await createUser();
  await (await preparePasskey(user.cookie)).save();
  await (await startApp(user.cookie)).confirm();
  const other = await createSession(server, user.email);
  const id = await firstPasskey(user.cookie);
  const answers = await runInOrder(
    user.id,
    () => call('accounts/removeAuthenticator', undefined, user.cookie),
    () => call('accounts/removePasskey', { id }, other),
  );
  const now = await loadFactorState(user.id);
  expect([answers.map(getCode), now.mark]).toEqual([answers.map(getCode), now.app || now.passkeys > 0]);
});

test.each(['the app first', 'the passkey first'])(
  'adding an app while the last passkey is removed: the account requires what remains (%s)',
  async (order) => {
    const isFirst = order === 'the app first';
    const user = await createUser();
    await (await preparePasskey(user.cookie)).save();
    const app = await startApp(user.cookie);
    const other = await createSession(server, user.email);
    const id = await firstPasskey(user.cookie);
    const addApp = () => app.confirm() as Promise<{ status: number; body: unknown }>;
    const removePasskey = () =>
      call('accounts/removePasskey', { id }, other) as Promise<{ status: number; body: unknown }>;
    const steps = isFirst ? ([addApp, removePasskey] as const) : ([removePasskey, addApp] as const);
    const answers = await runInOrder(user.id, ...steps);
    const now = await loadFactorState(user.id);
    // Once the passkey is gone, the app would be the first factor again, which needs new recovery codes.
    const second = isFirst ? 'done' : 'accounts.confirm_needed';
    expect([answers.map(getCode), now.app]).toEqual([['done', second], isFirst]);
    const entered = await submitSignIn(user.email);
    expect([now.mark, entered.body.next]).toEqual([isFirst, isFirst ? 'second_step' : 'in']);
    expect(now.codes > 0).toBe(isFirst);
  },
);

test('new recovery codes from two concurrent tabs: the codes of one tab work', async () => {
  const user = await createUser();
  await (await startApp(user.cookie)).confirm();
  const other = await createSession(server, user.email);
  const answers = await Promise.all(
    [user.cookie, other].map((cookie) => call<{ codes?: string[] }>('accounts/createRecoveryCodes', undefined, cookie)),
  );
  const outcomes = [];
  for (const { body } of answers) {
    const pendingCookie = getCookie(await submitSignIn(user.email));
    outcomes.push(
      getCode(await call('accounts/confirmSignIn', { code: body.codes?.[0] ?? 'AAAA-AAAA-AAAA' }, pendingCookie)),
    );
  }
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
  expect((await loadFactorState(user.id)).codes).toBe(9);
});

test('first factors from two concurrent tabs: the codes that both tabs show work', async () => {
  const failures: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const user = await createUser();
    const other = await createSession(server, user.email);
    const [key, app] = [await preparePasskey(user.cookie), await startApp(other)];
    const late = new Promise((done) => setTimeout(done, round * 120));
    const [one, two] = await Promise.all([key.save(), late.then(app.confirm)]);
    const withCodes = [one, two].filter(({ status, body }) => status === 200 && body.codes !== null);
    const outcomes = [];
    for (const { body } of withCodes) {
      const pendingCookie = getCookie(await submitSignIn(user.email));
      outcomes.push(getCode(await call('accounts/confirmSignIn', { code: body.codes?.[3] }, pendingCookie)));
    }
    if (outcomes.some((one) => one !== 'done')) failures.push([round, outcomes]);
  }
  expect(failures).toEqual([]);
});

const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

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

describe('the first factor', () => {
  const codeAt = (text: string, moment = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(text) }).generate({ timestamp: moment });

  test('the owner’s app confirmation does not confirm an app of the thief', async () => {
    const openedRounds: unknown[] = [];
    for (let round = 0; round < 8; round += 1) {
      const user = await createUser();
      const thief = await createSession(server, user.email);
      const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
      let isRunning = true;
      const secrets: string[] = [];
      const thiefRequests = (async () => {
        while (isRunning) {
          const { body: started } = await call<{ text?: string }>('accounts/startAuthenticator', undefined, thief);
          if (started.text) secrets.push(started.text);
        }
      })();
      await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, user.cookie);
      isRunning = false;
      await thiefRequests;
      await owner.query('delete from auth.session where "userId" = $1', [user.id]);
      const pendingSignIn = await submitSignIn(user.email);
      const last = secrets.at(-1);
      if ((pendingSignIn.body as { next?: string }).next !== 'second_step' || !last) continue;
      const later = Date.now() + 60_000;
      server.setTime(new Date(later));
      const answer = await call('accounts/confirmSignIn', { code: codeAt(last, later) }, getCookie(pendingSignIn));
      server.setTime(null);
      if (answer.status === 200) openedRounds.push(round);
    }
    expect(openedRounds).toEqual([]);
  });

  test('recovery codes that a thief generates before the first app open nothing afterwards', async () => {
    const user = await createUser();
    const thief = getCookie(await submitSignIn(user.email));
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
    const confirmed = await call('accounts/confirmAuthenticator', { code: codeAt(body.text) }, user.cookie);
    expect(confirmed.status).toBe(200);
    const newCodes = await call<{ codes?: string[] }>('accounts/createRecoveryCodes', undefined, thief);
    const pendingSignIn = getCookie(await submitSignIn(user.email, demoPassword));
    const answer = await call(
      'accounts/confirmSignIn',
      { code: newCodes.body.codes?.[0] ?? 'AAAA-AAAA-AAAA' },
      pendingSignIn,
    );
    expect(answer.status).not.toBe(200);
  });
});
