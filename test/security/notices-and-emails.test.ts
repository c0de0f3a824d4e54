import { expect, test } from 'vitest';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { openOutbox } from '../../src/features/notifications/send-mail.ts';
import { expireOrders, tradingJobs } from '../../src/features/trading/jobs.ts';
import type { Mail } from '../../src/platform/email/mail.ts';
import { type Job, runAsJob } from '../../src/platform/jobs/jobs.ts';
import { buildOrder } from '../reliability/customer.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
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
  const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
  const input = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  const quote = await call<{ id: string }>('trading/quoteBuy', input, ina.cookie);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', buildOrder(quote.body.id), ina.cookie);
  server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
  await expireOrders(services);
  await runJobsTwice(tradingJobs(services, outbox.mail), 'trading.send_email');
  const [mail, ...others] = findMails(ina.email);
  expect(others).toEqual([]);
  expect(await listNotices(ina.cookie)).toMatchObject([
    { kind: 'order', title: mail?.subject, path: `/orders/${placed.body.orderId}` },
  ]);
  expect(await listNotices(oma.cookie)).toEqual([]);
  server.setTime(null);
});

test('a security change creates one notice; a password reset is e-mailed only', async () => {
  const ina = await newCustomer(server);
  const jobs = accountsJobs(services, outbox.mail);
  const at = services.clock().toISOString();
  const letter = { email: ina.email, about: 'password_changed', at };
  await services.jobs.enqueue(services.authDb, 'accounts.send_email', letter);
  await runJobsTwice(jobs, 'accounts.send_email');
  expect(findMails(ina.email).map(({ subject }) => subject)).toEqual(['Your password was changed - Cryptocommerce']);
  expect(await listNotices(ina.cookie)).toMatchObject([{ kind: 'security', path: '/profile' }]);
  await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: ina.email });
  await runJobsTwice(jobs, 'accounts.reset');
  expect(findMails(ina.email).length).toBeGreaterThan(1);
  expect(await listNotices(ina.cookie)).toHaveLength(1);
  const { rows } = await owner.query(`select 1 from mails where body::text like '%access_token%'`);
  expect(rows).toEqual([]);
});
