import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { toldLetter } from '../../src/features/accounts/letters.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner } = server;
const { enter, somebody } = accountsOf(server);

async function asks(email: string, { from = '127.0.0.1', cookie = '', what = 'requestPasswordReset' } = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/rpc/accounts/${what}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    payload: JSON.stringify({ json: { email } }),
  });
  return answer.statusCode;
}
const queued = async (name: string) => (await owner.query('select 1 from pgboss.job where name = $1', [name])).rowCount;
const mailsTo = async (name: string, email: string) =>
  (await owner.query(`select 1 from pgboss.job where name = $1 and data->>'email' = $2`, [name, email])).rowCount;

test('a flood of reset mails ends after three from one connection and six from all, but for the owner', async () => {
  const { email } = await somebody();
  const device = cookieOf(await enter(email)).split('; ')[1] ?? '';
  for (let hour = 0; hour < 20; hour++) {
    server.setTime(new Date(Date.now() + hour * 3_600_000));
    for (let n = 0; n < 4; n++) await asks(email, { from: '203.0.113.5' });
  }
  expect(await mailsTo('accounts.reset', email)).toBe(3);
  expect(await asks(email, { from: '203.0.113.6' })).toBe(200);
  for (let n = 0; n < 40; n++) await asks(email, { from: `198.51.100.${n}` });
  expect(await mailsTo('accounts.reset', email)).toBe(6);
  expect(await asks(email, { cookie: device })).toBe(200);
  // Strangers used up the day; but a link lives an hour, so in every hour there is another for whoever owns it.
  server.setTime(new Date(Date.now() + 20.5 * 3_600_000));
  expect(await asks(email, { from: '192.0.2.77' })).toBe(200);
  expect(await asks(email, { from: '192.0.2.78' })).toBe(429);
  expect(await mailsTo('accounts.reset', email)).toBe(8);
  server.setTime(new Date(Date.now() + 49 * 3_600_000));
  expect(await asks(email, { from: '203.0.113.5' })).toBe(200);
  server.setTime(null);
});

test.each([
  ['requestPasswordReset', 'accounts.reset'],
  ['resendVerification', 'accounts.verification'],
])(
  'who has a whole /48 of IPv6 fills no queue with %s for invented addresses, and locks no owner out',
  async (what, queue) => {
    const before = Number(await queued(queue));
    const { email } = await somebody();
    const device = cookieOf(await enter(email)).split('; ')[1] ?? '';
    const from = (net: number) => `2001:db8:${what.length}:${net.toString(16)}::1`;
    for (let n = 0; n < 400; n++) await asks(`nobody-${n}@nowhere.test`, { what, from: from(n % 16) });
    expect(Number(await queued(queue)) - before).toBe(300);
    expect(await asks(email, { what, from: from(77) })).toBe(429);
    expect(await asks(email, { what, from: from(77), cookie: device })).toBe(200);
    expect(await asks(email, { what, from: '2001:db8:99::1' })).toBe(200);
  },
  60_000,
);

test('one kind of mail leaves the others theirs', async () => {
  const { email } = await somebody();
  for (let n = 0; n < 40; n++) await asks(email, { from: `198.51.100.${n}` });
  expect((await call('accounts/resendVerification', { email })).status).toBe(200);
  await enter(email);
  expect(await mailsTo('accounts.new-device', email)).toBe(1);
});

test('many sign-ins from strange browsers are five letters, and the last says that it is', async () => {
  const { email } = await somebody();
  for (let n = 0; n < 8; n++) expect((await enter(email)).status).toBe(200);
  const { rows } = await owner.query<{ last: boolean }>(
    `select (data->>'last')::boolean "last" from pgboss.job
      where name = 'accounts.new-device' and data->>'email' = $1 order by created_on`,
    [email],
  );
  expect(rows.map(({ last }) => last)).toEqual([false, false, false, false, true]);
});

test('a thief who changes one thing again and again crowds out no letter about another', async () => {
  const { email, cookie } = await somebody();
  let [at, standing] = [cookie, demoPassword];
  for (let n = 0; n < 5; n++) {
    const next = `Canary-Secret-${n}!`;
    const done = await call('accounts/changePassword', { email, currentPassword: standing, newPassword: next }, at);
    expect(done.status).toBe(200);
    [at, standing] = [cookieOf(done), next];
  }
  expect(await mailsTo('accounts.letter', email)).toBe(3);
  const beside = await sessionFor(server, email);
  expect((await call('accounts/closeAccount', { email, password: standing, confirmed: true }, beside)).status).toBe(
    200,
  );
  expect(await mailsTo('accounts.letter', email)).toBe(4);
});

test('a closed account is not told to choose a new password', () => {
  const { text, links } = toldLetter('https://example.test', 'ina@demo.test', { about: 'closed', at: new Date() });
  expect(text).not.toMatch(/choose a new password/i);
  expect(links).toEqual(['https://example.test/contact-check']);
});
