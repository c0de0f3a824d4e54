import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { countLockWaits } from '../lock-waits.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';
import { createAuthenticator } from './authenticator.ts';

/** After concurrent changes of its factors, an account must require exactly the factors that remain. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { submitSignIn, createUser } = createAccountTools(server);
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
    [user.cookie, other].map((cookie) => call<{ codes?: string[] }>('accounts/newCodes', undefined, cookie)),
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
