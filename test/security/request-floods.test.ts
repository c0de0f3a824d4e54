import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSessionToken } from '../../src/platform/http/session.ts';
import { until } from '../reliability/until.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

/** Attempt counts of strangers are shared rows, which must not block other requests, even on a slow disk. */
const server = await serverUnderTest();
const { app, call, owner, services } = server;
await owner.query(
  `create function public.as_a_disk() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.005); return new; end $$;
   create trigger as_a_disk before insert or update on rate_limits for each row execute function public.as_a_disk()`,
);

type CommandOptions = { from: string; cookie?: string; input?: object };
const sendCommand = async (command: string, { from, cookie, input }: CommandOptions) => {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const payload = JSON.stringify({ json: input });
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
  return (await app.inject(request)).statusCode;
};

/** Repeats `send` in `count` parallel loops until `end` is called, which returns the distinct statuses. */
function startFlood(count: number, send: () => Promise<number>) {
  let [isRunning, answered] = [true, 0];
  const statuses = new Set<number>();
  const requests = Array.from({ length: count }, async () => {
    while (isRunning) {
      statuses.add(await send());
      answered++;
    }
  });
  const end = async () => {
    isRunning = false;
    await Promise.all(requests);
    return [...statuses];
  };
  return { answered: () => answered, end };
}

test('one connection beyond its limit delays neither strangers nor customers', async () => {
  const customer = await createSession(server, 'tier1');
  await call('accounts/security', undefined, customer);
  const sendAttempt = () => sendCommand('accounts/passkeyOptions', { from: '198.51.100.7' });
  for (let n = 0; n < 101; n++) await sendAttempt();
  const flood = startFlood(256, sendAttempt);
  const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.8', cookie: customer });
  const strangerStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.8' });
  const answeredMeanwhile = flood.answered();
  expect(await flood.end()).toEqual([429]);
  expect([customerStatus, strangerStatus]).toEqual([200, 200]);
  expect(answeredMeanwhile).toBeLessThan(100);
}, 180_000);

test.each<[string, object]>([
  ['accounts/reauthenticate', { password: 'wrong' }],
  [
    'accounts/changePassword',
    { email: 'tier2@demo.test', currentPassword: 'wrong', newPassword: 'Canary-Secret-9081!' },
  ],
  ['accounts/closeAccount', { email: 'tier2@demo.test', password: 'wrong', confirmed: true }],
  ['accounts/confirmAuthenticator', { code: '000000' }],
])(
  'a flood of %s from one account delays only that account',
  async (command, input) => {
    const [busy, customer] = [await createSession(server, 'tier2'), await createSession(server, 'tier1')];
    for (const cookie of [busy, customer]) await call('accounts/viewer', undefined, cookie);
    // After ten wrong attempts every request is refused.
    for (let n = 0; n < 11; n++) await call(command, input, busy);
    const flood = startFlood(100, () => sendCommand(command, { from: '198.51.100.7', cookie: busy, input }));
    await until('the first answer', () => flood.answered() > 0);
    const answeredFirst = flood.answered();
    const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.8', cookie: customer });
    const strangerStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.8' });
    const answeredMeanwhile = flood.answered() - answeredFirst;
    expect(await flood.end()).toEqual([429]);
    expect([customerStatus, strangerStatus]).toEqual([200, 200]);
    expect(answeredMeanwhile).toBeLessThan(50);
  },
  120_000,
);

test('signing out without a session causes no query', async () => {
  const lockHolder = await owner.connect();
  await lockHolder.query('begin; lock table auth.session in access exclusive mode');
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => sendCommand('accounts/signOut', { from: '198.51.100.7' })),
  );
  await lockHolder.query('rollback');
  lockHolder.release();
  expect(new Set(answers)).toEqual(new Set([200]));
});

/** Creates the validly signed cookie of an ended session. */
function createEndedSessionCookie(): string {
  const token = newSessionToken();
  const sign = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return `session=${encodeURIComponent(`${token}.${sign}`)}`;
}

test('a flood of sign-outs with tokens of ended sessions lets other requests through', async () => {
  const customer = await createSession(server, 'tier1');
  await call('accounts/security', undefined, customer);
  let n = 0;
  // A single customer of an internet provider can have this many addresses.
  const from = () => `2001:db8:1:${(n++ % 900).toString(16)}::1`;
  const flood = startFlood(900, () =>
    sendCommand('accounts/signOut', { from: from(), cookie: createEndedSessionCookie() }),
  );
  await until('the first answer', () => flood.answered() > 0);
  const answeredFirst = flood.answered();
  const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.9', cookie: customer });
  const strangerStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.10' });
  const answeredMeanwhile = flood.answered() - answeredFirst;
  expect(await flood.end()).toEqual([200]);
  expect([customerStatus, strangerStatus]).toEqual([200, 200]);
  expect(answeredMeanwhile).toBeLessThan(100);
}, 120_000);
