import { Worker } from 'node:worker_threads';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { budgets } from '../../src/features/accounts/budgets.ts';
import { receiptRoom } from '../../src/features/receipts/receipt-apart.ts';
import { passwordRoom } from '../../src/platform/password-work.ts';
import { buy } from '../orders.ts';
import { until } from '../reliability/patience.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf, knockFrom, tokenIn } from './account-security.ts';

/** Work on a password, a code or a receipt goes to a thread; there it begins when the test opens the gate. */
const gate = { asked: 0, opened: Promise.resolve() };
const post = Worker.prototype.postMessage;
vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, asked) {
  gate.asked += 1;
  void gate.opened.then(() => post.call(this, asked));
});
afterAll(() => vi.restoreAllMocks());

const server = await serverUnderTest();
const { app, call, owner } = server;
const { enter, isIn, letterOf, somebody, withApp } = accountsOf(server);
const newPassword = 'Canary-Secret-9081!';
beforeEach(() => server.setTime(null));

/** What connections of the product hold at this moment: transactions in which nothing is asked. */
const held = async () =>
  (
    await owner.query<{ usename: string; query: string }>(
      `select usename, query from pg_stat_activity
        where datname = current_database() and usename like 'cryptocommerce_%' and state = 'idle in transaction'`,
    )
  ).rows;

/** Begins an act, does something else while it is worked on, and answers how it ended. */
async function meanwhile<T>(act: () => Promise<T>, elsewhere: () => Promise<void>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  [gate.asked, gate.opened] = [0, promise];
  const answer = act();
  try {
    await until('the work to begin', () => gate.asked > 0);
    await elsewhere();
  } finally {
    gate.opened = Promise.resolve();
    resolve();
  }
  return answer;
}

describe('nobody holds a connection while they wait for slow work', () => {
  test.each<[string, () => Promise<() => ReturnType<typeof call>>]>([
    [
      'on the password that confirms who it is',
      async () => {
        const { cookie } = await somebody();
        return () => call('accounts/confirmAgain', { password: demoPassword }, cookie);
      },
    ],
    [
      'on the recovery code that confirms who it is',
      async () => {
        const { cookie, codes } = await withApp();
        return () => call('accounts/confirmAgain', { code: codes[0] }, cookie);
      },
    ],
    [
      'on another password',
      async () => {
        const { email, cookie } = await somebody();
        const input = { email, currentPassword: demoPassword, newPassword };
        return () => call('accounts/changePassword', input, cookie);
      },
    ],
    [
      'on the password that closes an account',
      async () => {
        const { email, cookie } = await somebody();
        return () => call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
      },
    ],
    [
      'on new recovery codes',
      async () => {
        const { cookie } = await withApp();
        server.setTime(null);
        return () => call('accounts/newCodes', undefined, cookie);
      },
    ],
    [
      'on the recovery codes of a first app',
      async () => {
        const { cookie, code } = await withApp();
        expect((await call('accounts/removeAuthenticator', undefined, cookie)).status).toBe(200);
        const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
        const shown = code(1, body.text);
        return () => call('accounts/confirmAuthenticator', { code: shown }, cookie);
      },
    ],
    [
      'on a second step',
      async () => {
        const { email, codes } = await withApp();
        const waiting = cookieOf(await enter(email));
        return () => call('accounts/confirmSignIn', { code: codes[0] }, waiting);
      },
    ],
    [
      'on signing in',
      async () => {
        const { email } = await somebody();
        return () => enter(email);
      },
    ],
  ])('%s', async (_, scene) => {
    const answer = await meanwhile(await scene(), async () => expect(await held()).toEqual([]));
    expect(answer.status).toBe(200);
  });
});

describe("what is worked on while the owner says 'This was not me' does not outlive it", () => {
  const notMe = async (email: string) => {
    const token = tokenIn((await letterOf('accounts.new-device', email))?.links);
    expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  };
  const thief = async (email: string) => cookieOf(await enter(email));

  test('another password', async () => {
    const { email } = await somebody();
    const cookie = await thief(email);
    const input = { email, currentPassword: demoPassword, newPassword };
    const answer = await meanwhile(
      () => call('accounts/changePassword', input, cookie),
      () => notMe(email),
    );
    expect(answer.body).toMatchObject({ code: 'accounts.sign_in_required' });
    expect(await isIn(cookieOf(await enter(email, newPassword)))).toBe(false);
  });

  test('a factor of the thief', async () => {
    const { id, email } = await somebody();
    const cookie = await thief(email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
    const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
    const answer = await meanwhile(
      () => call('accounts/confirmAuthenticator', { code }, cookie),
      () => notMe(email),
    );
    expect(answer.body).toMatchObject({ code: 'accounts.sign_in_required' });
    const { rows } = await owner.query('select hash from auth.recovery_code where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('what slow work one account may have done has an end, for right answers too', () => {
  const most = Math.max(...Object.values(budgets).map(({ tries }) => tries));

  test('proving again and again that one is there', async () => {
    const { id, email, cookie } = await somebody();
    const right = () => call('accounts/confirmAgain', { password: demoPassword }, cookie);
    expect((await right()).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`confirmed:${id}`, most]);
    const input = { email, currentPassword: demoPassword, newPassword };
    expect((await call('accounts/changePassword', input, cookie)).status).toBe(429);
    for (let n = 0; n < 9; n++) expect((await right()).body).toMatchObject({ code: 'general.busy' });
    gate.asked = 0;
    // Past it the work is not done any more.
    expect((await right()).status).toBe(429);
    expect(gate.asked).toBe(0);
  });

  test('drawing recovery codes', async () => {
    const { id, cookie } = await withApp();
    server.setTime(null);
    expect((await call('accounts/newCodes', undefined, cookie)).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`codes:${id}`, most]);
    gate.asked = 0;
    expect((await call('accounts/newCodes', undefined, cookie)).body).toMatchObject({ code: 'general.busy' });
    expect(gate.asked).toBe(0);
  });

  test('signing in', async () => {
    const { id, email } = await somebody();
    expect((await enter(email)).status).toBe(200);
    await owner.query('update rate_limits set tries = $2 where key = $1', [`signed-in:${id}`, most]);
    for (let n = 0; n < 10; n++) expect((await enter(email)).status).toBe(429);
    gate.asked = 0;
    expect((await enter(email)).status).toBe(429);
    expect(gate.asked).toBe(0);
  });
});

test('whoever found no room before the passwords has not guessed, nor drawn codes', async () => {
  const { email } = await somebody();
  const { id, cookie } = await withApp();
  server.setTime(null);
  const headers = { 'content-type': 'application/json', cookie };
  const drawing = { method: 'POST', url: '/api/rpc/accounts/newCodes', headers, payload: '{}' } as const;
  const knock = knockFrom(server);
  const from = (whom: string, password: string) => knock('198.51.100.7', { email: whom, password });
  const told: (string | undefined)[] = [];
  await meanwhile(
    async () => {
      const many = Array.from({ length: passwordRoom.ofOne[1] + 10 }, (_, n) =>
        from(`nobody-${n}@nowhere.test`, 'Guess-1!'),
      );
      const answers = many.map(async (each) => told.push((await each).code));
      await Promise.all(answers);
      return call('accounts/viewer');
    },
    async () => {
      await until('the line to be full', () => told.includes('general.busy'));
      for (let n = 0; n < 12; n++) expect((await from(email, demoPassword)).code).toBe('general.busy');
      for (let n = 0; n < 12; n++)
        expect((await app.inject({ ...drawing, remoteAddress: '198.51.100.7' })).statusCode).toBe(429);
      const { rows } = await owner.query('select tries from rate_limits where key = $1', [`codes:${id}`]);
      expect(rows).toEqual([{ tries: 1 }]);
    },
  );
  expect((await from(email, demoPassword)).status).toBe(200);
});

test('many who draw recovery codes at once from one connection all get theirs', async () => {
  const crowd = [];
  for (let n = 0; n < 8; n++) crowd.push(await withApp());
  server.setTime(null);
  const answers = await Promise.all(crowd.map(({ cookie }) => call('accounts/newCodes', undefined, cookie)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('a crowd that asks for receipts keeps nobody else: drawn apart, each connection in its turn', async () => {
  const [, behindOne, ofAccount] = receiptRoom.ofOne;
  const customer = async (from: string) => {
    const { cookie } = await somebody();
    const { body } = await buy(server, cookie, { amount: '2000' });
    return { cookie, ask: { url: `/api/receipts/${body.orderId}.pdf`, remoteAddress: from, headers: { cookie } } };
  };
  const crowd = await Promise.all([1, 2, 3].map(() => customer('198.51.100.7')));
  const other = await customer('203.0.113.9');
  const [drawn, away]: [string[], string[]] = [[], []];
  const asks = (who: string, { ask }: typeof other, times: number) =>
    Array.from({ length: times }, async () => {
      const { statusCode, body } = await app.inject(ask);
      if (statusCode === 200) return void drawn.push(who);
      expect(JSON.parse(body)).toMatchObject({ code: 'general.busy' });
      away.push(who);
    });
  const own: Promise<void>[] = [];
  await meanwhile(
    () => Promise.all(crowd.flatMap((each) => asks('crowd', each, 25))),
    async () => {
      // The test holds the first drawing; what one connection may have waiting stands behind it.
      await until('the line to be full', () => away.length === 75 - 1 - behindOne);
      expect(await held()).toEqual([]);
      expect(await isIn(other.cookie)).toBe(true);
      own.push(...asks('other', other, ofAccount + 1));
      await until("the other's line to be full", () => away.includes('other'));
      expect(drawn).toEqual([]);
    },
  );
  await Promise.all(own);
  expect(drawn).toHaveLength(1 + behindOne + ofAccount);
  expect(drawn.filter((who) => who === 'other')).toHaveLength(ofAccount);
  // One of each in turn, but for answers that overtake each other on the way out.
  expect(drawn.indexOf('other')).toBeLessThanOrEqual(3);
  expect(drawn.slice(0, 2 * ofAccount + 3).filter((who) => who === 'other').length).toBeGreaterThan(ofAccount - 3);
});
