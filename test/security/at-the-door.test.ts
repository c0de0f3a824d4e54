import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSessionToken } from '../../src/platform/session.ts';
import { until } from '../reliability/patience.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/**
 * What strangers try is counted in rows that many of them share. However fast one of them tries, those rows keep nobody
 * else waiting. A disk takes some milliseconds to be sure of what was written; the databases of tests have none.
 */
const server = await serverUnderTest();
const { app, call, owner, services } = server;
await owner.query(
  `create function public.as_a_disk() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.005); return new; end $$;
   create trigger as_a_disk before insert or update on rate_limits for each row execute function public.as_a_disk()`,
);

type Asking = { from: string; cookie?: string; input?: object };
const asks = async (command: string, { from, cookie, input }: Asking) => {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const payload = JSON.stringify({ json: input });
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
  return (await app.inject(request)).statusCode;
};

/** A crowd that asks anew as soon as it was answered; how many answers it had, and how it ends. */
function crowdOf(many: number, ask: () => Promise<number>) {
  let [going, answered] = [true, 0];
  const told = new Set<number>();
  const all = Array.from({ length: many }, async () => {
    while (going) {
      told.add(await ask());
      answered++;
    }
  });
  const end = async () => {
    going = false;
    await Promise.all(all);
    return [...told];
  };
  return { answered: () => answered, end };
}

test('one connection that knocks on and on, past its tries, keeps nobody waiting at the door nor inside', async () => {
  const inside = await sessionFor(server, 'tier1');
  await call('accounts/security', undefined, inside);
  const knock = () => asks('accounts/passkeyOptions', { from: '198.51.100.7' });
  for (let n = 0; n < 101; n++) await knock();
  const crowd = crowdOf(256, knock);
  const looks = await asks('accounts/security', { from: '203.0.113.8', cookie: inside });
  const enters = await asks('accounts/passkeyOptions', { from: '203.0.113.8' });
  const before = crowd.answered();
  expect(await crowd.end()).toEqual([429]);
  expect([looks, enters]).toEqual([200, 200]);
  expect(before).toBeLessThan(100);
}, 180_000);

test.each<[string, object]>([
  ['accounts/confirmAgain', { password: 'wrong' }],
  [
    'accounts/changePassword',
    { email: 'tier2@demo.test', currentPassword: 'wrong', newPassword: 'Canary-Secret-9081!' },
  ],
  ['accounts/closeAccount', { email: 'tier2@demo.test', password: 'wrong', confirmed: true }],
  ['accounts/confirmAuthenticator', { code: '000000' }],
])(
  'a crowd of one account before %s stands behind itself alone',
  async (command, input) => {
    const [busy, inside] = [await sessionFor(server, 'tier2'), await sessionFor(server, 'tier1')];
    for (const cookie of [busy, inside]) await call('accounts/viewer', undefined, cookie);
    // Past ten wrong ones each is refused for what it counts to.
    for (let n = 0; n < 11; n++) await call(command, input, busy);
    const crowd = crowdOf(100, () => asks(command, { from: '198.51.100.7', cookie: busy, input }));
    await until('the crowd to be answered', () => crowd.answered() > 0);
    const first = crowd.answered();
    const looks = await asks('accounts/security', { from: '203.0.113.8', cookie: inside });
    const enters = await asks('accounts/passkeyOptions', { from: '203.0.113.8' });
    const before = crowd.answered() - first;
    expect(await crowd.end()).toEqual([429]);
    expect([looks, enters]).toEqual([200, 200]);
    expect(before).toBeLessThan(50);
  },
  120_000,
);

test('signing out asks the database nothing for whoever has no session', async () => {
  const holding = await owner.connect();
  await holding.query('begin; lock table auth.session in access exclusive mode');
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => asks('accounts/signOut', { from: '198.51.100.7' })),
  );
  await holding.query('rollback');
  holding.release();
  expect(new Set(answers)).toEqual(new Set([200]));
});

/** As after signing out: our own words, of sessions that are over. */
function endedWord(): string {
  const token = newSessionToken();
  const sign = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return `session=${encodeURIComponent(`${token}.${sign}`)}`;
}

test('a crowd that signs out by words of sessions that are over lets others in between', async () => {
  const inside = await sessionFor(server, 'tier1');
  await call('accounts/security', undefined, inside);
  let n = 0;
  // One customer of a provider has as many connections.
  const from = () => `2001:db8:1:${(n++ % 900).toString(16)}::1`;
  const crowd = crowdOf(900, () => asks('accounts/signOut', { from: from(), cookie: endedWord() }));
  await until('the crowd to be answered', () => crowd.answered() > 0);
  const first = crowd.answered();
  const looks = await asks('accounts/security', { from: '203.0.113.9', cookie: inside });
  const enters = await asks('accounts/passkeyOptions', { from: '203.0.113.10' });
  const before = crowd.answered() - first;
  expect(await crowd.end()).toEqual([200]);
  expect([looks, enters]).toEqual([200, 200]);
  expect(before).toBeLessThan(100);
}, 120_000);
