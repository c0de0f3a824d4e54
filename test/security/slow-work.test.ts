import { Worker } from 'node:worker_threads';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { budgets } from '../../src/features/accounts/quotas.ts';
import { receiptLimits } from '../../src/features/receipts/receipt-worker.ts';
import { passwordQueueLimits } from '../../src/platform/jobs/password-work.ts';
import { buy } from '../orders.ts';
import { until } from '../reliability/until.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools, createSignInFrom, parseLinkToken } from './account-security.ts';

/** Work in threads (hashing, PDFs) waits here until the test opens the gate. */
const gate = { started: 0, opened: Promise.resolve() };
const postMessage = Worker.prototype.postMessage;
vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message) {
  gate.started += 1;
  void gate.opened.then(() => postMessage.call(this, message));
});
afterAll(() => vi.restoreAllMocks());

const server = await serverUnderTest();
const { app, call, owner } = server;
const { submitSignIn, isSignedIn, runEmailJob, createUser, createUserWithApp } = createAccountTools(server);
const newPassword = 'Canary-Secret-9081!';
beforeEach(() => server.setTime(null));

/** Idle transactions of the application, each of which holds a connection. */
const findIdleTransactions = async () =>
  (
    await owner.query<{ usename: string; query: string }>(
      `select usename, query from pg_stat_activity
        where datname = current_database() and usename like 'cryptocommerce_%' and state = 'idle in transaction'`,
    )
  ).rows;

/** Starts `fn`, runs `elsewhere` during its slow work, and returns the result of `fn`. */
async function runDuringWork<T>(fn: () => Promise<T>, elsewhere: () => Promise<void>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  [gate.started, gate.opened] = [0, promise];
  const answer = fn();
  try {
    await until('the start of the work', () => gate.started > 0);
    await elsewhere();
  } finally {
    gate.opened = Promise.resolve();
    resolve();
  }
  return answer;
}

describe('no connection is held during slow work', () => {
  test.each<[string, () => Promise<() => ReturnType<typeof call>>]>([
    [
      'reauthentication by password',
      async () => {
        const { cookie } = await createUser();
        return () => call('accounts/reauthenticate', { password: demoPassword }, cookie);
      },
    ],
    [
      'reauthentication by recovery code',
      async () => {
        const { cookie, codes } = await createUserWithApp();
        return () => call('accounts/reauthenticate', { code: codes[0] }, cookie);
      },
    ],
    [
      'a password change',
      async () => {
        const { email, cookie } = await createUser();
        const input = { email, currentPassword: demoPassword, newPassword };
        return () => call('accounts/changePassword', input, cookie);
      },
    ],
    [
      'account closure',
      async () => {
        const { email, cookie } = await createUser();
        return () => call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
      },
    ],
    [
      'new recovery codes',
      async () => {
        const { cookie } = await createUserWithApp();
        server.setTime(null);
        return () => call('accounts/createRecoveryCodes', undefined, cookie);
      },
    ],
    [
      'the recovery codes of a first app',
      async () => {
        const { cookie, code } = await createUserWithApp();
        expect((await call('accounts/removeAuthenticator', undefined, cookie)).status).toBe(200);
        const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
        const shown = code(1, body.text);
        return () => call('accounts/confirmAuthenticator', { code: shown }, cookie);
      },
    ],
    [
      'a second step',
      async () => {
        const { email, codes } = await createUserWithApp();
        const waiting = getCookie(await submitSignIn(email));
        return () => call('accounts/confirmSignIn', { code: codes[0] }, waiting);
      },
    ],
    [
      'signing in',
      async () => {
        const { email } = await createUser();
        return () => submitSignIn(email);
      },
    ],
  ])('%s', async (_, prepare) => {
    const answer = await runDuringWork(await prepare(), async () => expect(await findIdleTransactions()).toEqual([]));
    expect(answer.status).toBe(200);
  });
});

describe("slow work that is running when the owner says 'This was not me' has no effect", () => {
  const reportAlarm = async (email: string) => {
    const token = parseLinkToken((await runEmailJob('accounts.new-device', email))?.links);
    expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  };
  const signInAsThief = async (email: string) => getCookie(await submitSignIn(email));

  test('a password change is refused', async () => {
    const { email } = await createUser();
    const cookie = await signInAsThief(email);
    const input = { email, currentPassword: demoPassword, newPassword };
    const answer = await runDuringWork(
      () => call('accounts/changePassword', input, cookie),
      () => reportAlarm(email),
    );
    expect(answer.body).toMatchObject({ code: 'accounts.sign_in_required' });
    expect(await isSignedIn(getCookie(await submitSignIn(email, newPassword)))).toBe(false);
  });

  test('a factor of the thief is refused', async () => {
    const { id, email } = await createUser();
    const cookie = await signInAsThief(email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
    const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
    const answer = await runDuringWork(
      () => call('accounts/confirmAuthenticator', { code }, cookie),
      () => reportAlarm(email),
    );
    expect(answer.body).toMatchObject({ code: 'accounts.sign_in_required' });
    const { rows } = await owner.query('select hash from auth.recovery_code where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('slow work per account is limited, also for right answers', () => {
  const maxTries = Math.max(...Object.values(budgets).map(({ tries }) => tries));

  test('repeated reauthentication is refused', async () => {
    const { id, email, cookie } = await createUser();
    const reauthenticate = () => call('accounts/reauthenticate', { password: demoPassword }, cookie);
    expect((await reauthenticate()).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`confirmed:${id}`, maxTries]);
    const input = { email, currentPassword: demoPassword, newPassword };
    expect((await call('accounts/changePassword', input, cookie)).status).toBe(429);
    for (let n = 0; n < 9; n++) expect((await reauthenticate()).body).toMatchObject({ code: 'general.busy' });
    gate.started = 0;
    expect((await reauthenticate()).status).toBe(429);
    expect(gate.started).toBe(0);
  });

  test('repeated recovery codes are refused', async () => {
    const { id, cookie } = await createUserWithApp();
    server.setTime(null);
    expect((await call('accounts/createRecoveryCodes', undefined, cookie)).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`codes:${id}`, maxTries]);
    gate.started = 0;
    expect((await call('accounts/createRecoveryCodes', undefined, cookie)).body).toMatchObject({
      code: 'general.busy',
    });
    expect(gate.started).toBe(0);
  });

  test('repeated sign-ins are refused', async () => {
    const { id, email } = await createUser();
    expect((await submitSignIn(email)).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`signed-in:${id}`, maxTries]);
    for (let n = 0; n < 10; n++) expect((await submitSignIn(email)).status).toBe(429);
    gate.started = 0;
    expect((await submitSignIn(email)).status).toBe(429);
    expect(gate.started).toBe(0);
  });
});

test('a refusal before the password check counts as no guess and uses up no codes', async () => {
  const { email } = await createUser();
  const { id, cookie } = await createUserWithApp();
  server.setTime(null);
  const headers = { 'content-type': 'application/json', cookie };
  const newCodesRequest = {
    method: 'POST',
    url: '/api/rpc/accounts/createRecoveryCodes',
    headers,
    payload: '{}',
  } as const;
  const signInFrom = createSignInFrom(server);
  const trySignIn = (email: string, password: string) => signInFrom('198.51.100.7', { email, password });
  const answerCodes: (string | undefined)[] = [];
  await runDuringWork(
    async () => {
      const attempts = Array.from({ length: passwordQueueLimits.maxWaitingPerKey[1] + 10 }, (_, n) =>
        trySignIn(`unknown-${n}@nowhere.test`, 'Guess-1!'),
      );
      const answers = attempts.map(async (attempt) => answerCodes.push((await attempt).code));
      await Promise.all(answers);
      return call('accounts/viewer');
    },
    async () => {
      await until('a full queue', () => answerCodes.includes('general.busy'));
      for (let n = 0; n < 12; n++) expect((await trySignIn(email, demoPassword)).code).toBe('general.busy');
      for (let n = 0; n < 12; n++)
        expect((await app.inject({ ...newCodesRequest, remoteAddress: '198.51.100.7' })).statusCode).toBe(429);
      const { rows } = await owner.query('select tries from rate_limits where key = $1', [`codes:${id}`]);
      expect(rows).toEqual([{ tries: 1 }]);
    },
  );
  expect((await trySignIn(email, demoPassword)).status).toBe(200);
});

test('many concurrent requests for recovery codes from one connection all succeed', async () => {
  const users = [];
  for (let n = 0; n < 8; n++) users.push(await createUserWithApp());
  server.setTime(null);
  const answers = await Promise.all(users.map(({ cookie }) => call('accounts/createRecoveryCodes', undefined, cookie)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('a flood of receipts delays no one else: generated in a worker, one queue per connection', async () => {
  const [, maxPerConnection, maxPerAccount] = receiptLimits.maxWaitingPerKey;
  const createOrderUser = async (trySignIn: string) => {
    const { cookie } = await createUser();
    const { body } = await buy(server, cookie, { amount: '2000' });
    return { cookie, ask: { url: `/api/receipts/${body.orderId}.pdf`, remoteAddress: trySignIn, headers: { cookie } } };
  };
  const users = await Promise.all([1, 2, 3].map(() => createOrderUser('198.51.100.7')));
  const other = await createOrderUser('203.0.113.9');
  const [generated, refused]: [string[], string[]] = [[], []];
  const requestReceipts = (name: string, { ask }: typeof other, times: number) =>
    Array.from({ length: times }, async () => {
      const { statusCode, body } = await app.inject(ask);
      if (statusCode === 200) return void generated.push(name);
      expect(JSON.parse(body)).toMatchObject({ code: 'general.busy' });
      refused.push(name);
    });
  const ownRequests: Promise<void>[] = [];
  await runDuringWork(
    () => Promise.all(users.flatMap((attempt) => requestReceipts('crowd', attempt, 25))),
    async () => {
      // The test delays the first document, so the queue of the connection fills up behind it.
      await until('a full queue', () => refused.length === 75 - 1 - maxPerConnection);
      expect(await findIdleTransactions()).toEqual([]);
      expect(await isSignedIn(other.cookie)).toBe(true);
      ownRequests.push(...requestReceipts('other', other, maxPerAccount + 1));
      await until("the other's full queue", () => refused.includes('other'));
      expect(generated).toEqual([]);
    },
  );
  await Promise.all(ownRequests);
  expect(generated).toHaveLength(1 + maxPerConnection + maxPerAccount);
  expect(generated.filter((name) => name === 'other')).toHaveLength(maxPerAccount);
  // The queues of both connections take turns. Responses may overtake each other.
  expect(generated.indexOf('other')).toBeLessThanOrEqual(3);
  expect(generated.slice(0, 2 * maxPerAccount + 3).filter((name) => name === 'other').length).toBeGreaterThan(
    maxPerAccount - 3,
  );
});
