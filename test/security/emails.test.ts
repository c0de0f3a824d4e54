import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { buildOwnerEmail } from '../../src/features/accounts/emails.ts';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { openOutbox } from '../../src/features/notifications/send-mail.ts';
import { expireOrders, tradingJobs } from '../../src/features/trading/jobs.ts';
import type { Mail } from '../../src/platform/email/mail.ts';
import { type Job, runAsJob } from '../../src/platform/jobs/jobs.ts';
import { buildOrder } from '../reliability/customer.ts';
import { approveAs, newCustomer, submitCheck } from '../submissions.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { app, call, owner, services } = server;
const sentMails: Mail[] = [];
const outbox = openOutbox(services, async (mail) => void sentMails.push(mail));

/** Runs each queued job twice, like after a crash at its end. */
async function runJobsTwice(jobs: Job<never>[], name: string): Promise<void> {
  const run = jobs.find((job) => job.name === name)?.run as ((data: object) => Promise<unknown>) | undefined;
  const { rows } = await owner.query<{ id: string; data: object }>(
    `delete from pgboss.job where name = $1 and state = 'created' returning id, data`,
    [name],
  );
  for (const { id, data } of [...rows, ...rows]) await runAsJob(id, async () => run?.(data));
  await outbox.sendDue();
}
const listNotices = async (cookie: string) =>
  (await call<{ notices: { kind: string; title: string; path: string }[] }>('notices/list', {}, cookie)).body.notices;
const findMails = (email: string) => sentMails.filter(({ to }) => to === email);

test('a step of an order creates one notice that links to the order', async () => {
  const [customer, otherCustomer] = [await newCustomer(server), await newCustomer(server)];
  const input = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  const quote = await call<{ id: string }>('trading/quoteBuy', input, customer.cookie);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', buildOrder(quote.body.id), customer.cookie);
  server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
  await expireOrders(services);
  await runJobsTwice(tradingJobs(services, outbox.mail), 'trading.send_email');
  const [mail, ...others] = findMails(customer.email);
  expect(others).toEqual([]);
  expect(await listNotices(customer.cookie)).toMatchObject([
    { kind: 'order', title: mail?.subject, path: `/orders/${placed.body.orderId}` },
  ]);
  expect(await listNotices(otherCustomer.cookie)).toEqual([]);
  server.setTime(null);
});

test('a security change creates one notice; a password reset is emailed only', async () => {
  const customer = await newCustomer(server);
  const jobs = accountsJobs(services, outbox.mail);
  const at = services.clock().toISOString();
  const letter = { email: customer.email, about: 'password_changed', at };
  await services.jobs.enqueue(services.authDb, 'accounts.send_email', letter);
  await runJobsTwice(jobs, 'accounts.send_email');
  expect(findMails(customer.email).map(({ subject }) => subject)).toEqual([
    'Your password was changed - Cryptocommerce',
  ]);
  expect(await listNotices(customer.cookie)).toMatchObject([{ kind: 'security', path: '/profile' }]);
  await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: customer.email });
  await runJobsTwice(jobs, 'accounts.reset');
  expect(findMails(customer.email).length).toBeGreaterThan(1);
  expect(await listNotices(customer.cookie)).toHaveLength(1);
  const { rows } = await owner.query(`select 1 from mails where body::text like '%access_token%'`);
  expect(rows).toEqual([]);
});

const { submitSignIn, createUser } = createAccountTools(server);

async function requestEmail(email: string, { from = '127.0.0.1', cookie = '', command = 'requestPasswordReset' } = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/rpc/accounts/${command}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    payload: JSON.stringify({ json: { email } }),
  });
  return answer.statusCode;
}
const countJobs = async (name: string) =>
  (await owner.query('select 1 from pgboss.job where name = $1', [name])).rowCount;
const countMails = async (name: string, email: string) =>
  (await owner.query(`select 1 from pgboss.job where name = $1 and data->>'email' = $2`, [name, email])).rowCount;

test('reset emails end after three from one connection and six in all, except for the owner', async () => {
  const { email } = await createUser();
  const device = getCookie(await submitSignIn(email)).split('; ')[1] ?? '';
  for (let hour = 0; hour < 20; hour++) {
    server.setTime(new Date(Date.now() + hour * 3_600_000));
    for (let n = 0; n < 4; n++) await requestEmail(email, { from: '203.0.113.5' });
  }
  expect(await countMails('accounts.reset', email)).toBe(3);
  expect(await requestEmail(email, { from: '203.0.113.6' })).toBe(200);
  for (let n = 0; n < 40; n++) await requestEmail(email, { from: `198.51.100.${n}` });
  expect(await countMails('accounts.reset', email)).toBe(6);
  expect(await requestEmail(email, { cookie: device })).toBe(200);
  // Strangers have used up the daily limit. The owner still gets a link every hour, because a link is valid for one.
  server.setTime(new Date(Date.now() + 20.5 * 3_600_000));
  expect(await requestEmail(email, { from: '192.0.2.77' })).toBe(200);
  expect(await requestEmail(email, { from: '192.0.2.78' })).toBe(429);
  expect(await countMails('accounts.reset', email)).toBe(8);
  server.setTime(new Date(Date.now() + 49 * 3_600_000));
  expect(await requestEmail(email, { from: '203.0.113.5' })).toBe(200);
  server.setTime(null);
});

test.each([
  ['requestPasswordReset', 'accounts.reset'],
  ['resendVerification', 'accounts.verification'],
])(
  'a whole IPv6 /48 fills no queue with %s for invented addresses and locks no owner out',
  async (command, queue) => {
    const before = Number(await countJobs(queue));
    const { email } = await createUser();
    const device = getCookie(await submitSignIn(email)).split('; ')[1] ?? '';
    const from = (network: number) => `2001:db8:${command.length}:${network.toString(16)}::1`;
    for (let n = 0; n < 400; n++) await requestEmail(`unknown-${n}@nowhere.test`, { command, from: from(n % 16) });
    expect(Number(await countJobs(queue)) - before).toBe(300);
    expect(await requestEmail(email, { command, from: from(77) })).toBe(429);
    expect(await requestEmail(email, { command, from: from(77), cookie: device })).toBe(200);
    expect(await requestEmail(email, { command, from: '2001:db8:99::1' })).toBe(200);
  },
  60_000,
);

test('one kind of email leaves the limits of the others', async () => {
  const { email } = await createUser();
  for (let n = 0; n < 40; n++) await requestEmail(email, { from: `198.51.100.${n}` });
  expect((await call('accounts/resendVerification', { email })).status).toBe(200);
  await submitSignIn(email);
  expect(await countMails('accounts.new-device', email)).toBe(1);
});

test('many sign-ins from strange browsers send five emails, and the last says so', async () => {
  const { email } = await createUser();
  for (let n = 0; n < 8; n++) expect((await submitSignIn(email)).status).toBe(200);
  const { rows } = await owner.query<{ last: boolean }>(
    `select (data->>'last')::boolean "last" from pgboss.job
      where name = 'accounts.new-device' and data->>'email' = $1 order by created_on`,
    [email],
  );
  expect(rows.map(({ last }) => last)).toEqual([false, false, false, false, true]);
});

test('a thief who repeats one change suppresses no email about another', async () => {
  const { email, cookie } = await createUser();
  let [sessionCookie, password] = [cookie, demoPassword];
  for (let n = 0; n < 5; n++) {
    const next = `Canary-Secret-${n}!`;
    const done = await call(
      'accounts/changePassword',
      { email, currentPassword: password, newPassword: next },
      sessionCookie,
    );
    expect(done.status).toBe(200);
    [sessionCookie, password] = [getCookie(done), next];
  }
  expect(await countMails('accounts.send_email', email)).toBe(3);
  const otherCookie = await createSession(server, email);
  expect((await call('accounts/closeAccount', { email, password, confirmed: true }, otherCookie)).status).toBe(200);
  expect(await countMails('accounts.send_email', email)).toBe(4);
});

test('a closed account is not asked to choose a new password', () => {
  const { text, links } = buildOwnerEmail('https://example.test', 'ina@demo.test', { about: 'closed', at: new Date() });
  expect(text).not.toMatch(/choose a new password/i);
  expect(links).toEqual(['https://example.test/contact-check']);
});

describe('daily limits', () => {
  const findEmails = async (id: string, condition: string) =>
    (
      await owner.query<{ last: boolean }>(
        `select (data->>'last')::boolean "last" from pgboss.job where ${condition} order by created_on`,
        [id],
      )
    ).rows.map(({ last }) => last);
  const insertEmailCount = (kind: string, id: string, count: number) =>
    owner.query('insert into rate_limits (key, window_start, tries) values ($1, $2, $3)', [
      `mail:${kind}:${id}`,
      new Date(services.clock().getTime() - 3_600_000),
      count,
    ]);

  test('a customer gets at most forty order emails a day; the last says so, and orders continue', async () => {
    const { id, cookie } = await newCustomer(server);
    const input = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
    for (let n = 0; n < 3; n++) {
      const quote = await call<{ id: string }>('trading/quoteBuy', input, cookie);
      const placed = await call('trading/placeBuyOrder', buildOrder(quote.body.id), cookie);
      expect(placed.body).toMatchObject({ orderId: expect.any(String) });
    }
    server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
    await insertEmailCount('order', id, 38);
    await expireOrders(services);
    const { rows } = await owner.query(`select 1 from transactions where user_id = $1 and status = 'cancelled'`, [id]);
    expect(rows).toHaveLength(3);
    const ownEmails = `name = 'trading.send_email' and data->>'orderId' in (select id::text from transactions where user_id = $1)`;
    expect(await findEmails(id, ownEmails)).toEqual([false, true]);
    server.setTime(null);
  });

  test('a customer gets at most twelve identity emails a day, and the last says so', async () => {
    const customer = await newCustomer(server);
    const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];
    await insertEmailCount('identity', customer.id, 10);
    await approveAs(server, await submitCheck(server, customer, 1), compliance);
    await approveAs(server, await submitCheck(server, customer, 2), compliance);
    await approveAs(server, await submitCheck(server, customer, 3), compliance, admin);
    expect(await findEmails(customer.id, `name = 'identity.send_email' and data->>'userId' = $1`)).toEqual([
      false,
      true,
    ]);
  });
});
