import { expect, test } from 'vitest';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { openPost } from '../../src/features/notices/post.ts';
import { lapseOrders, tradingJobs } from '../../src/features/trading/jobs.ts';
import { asJob, type Job } from '../../src/platform/jobs.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { orderFrom } from '../reliability/customer.ts';
import { newCustomer } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';

/** What rooms write stands on the page of its reader alone, and says there no more than the mail does. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const left: Mail[] = [];
const post = openPost(services, async (mail) => void left.push(mail));

/** Runs the jobs of a name that wait, each of them twice: as after a crash at its end. */
async function work(jobs: Job<never>[], name: string): Promise<void> {
  const run = jobs.find((job) => job.name === name)?.run as ((data: object) => Promise<unknown>) | undefined;
  const { rows } = await owner.query<{ id: string; data: object }>(
    `delete from pgboss.job where name = $1 and state = 'created' returning id, data`,
    [name],
  );
  for (const { id, data } of [...rows, ...rows]) await asJob(id, async () => run?.(data));
  await post.sendDue();
}
const toldTo = async (cookie: string) =>
  (await call<{ notices: { kind: string; title: string; path: string }[] }>('notices/list', {}, cookie)).body.notices;
const mailsTo = (email: string) => left.filter(({ to }) => to === email);

test('a step of an order is told once, and leads to the order', async () => {
  const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
  const asked = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '1000' };
  const quote = await call<{ id: string }>('trading/quoteBuy', asked, ina.cookie);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', orderFrom(quote.body.id), ina.cookie);
  server.setTime(new Date(Date.now() + 4 * 24 * 3_600_000));
  await lapseOrders(services);
  await work(tradingJobs(services, post.mail), 'trading.letter');
  const [mail, ...others] = mailsTo(ina.email);
  expect(others).toEqual([]);
  expect(await toldTo(ina.cookie)).toMatchObject([
    { kind: 'order', title: mail?.subject, path: `/orders/${placed.body.orderId}` },
  ]);
  expect(await toldTo(oma.cookie)).toEqual([]);
  server.setTime(null);
});

test('a change of what defends an account is told once; a new password is mailed and stands on no page', async () => {
  const ina = await newCustomer(server);
  const jobs = accountsJobs(services, post.mail);
  const at = services.clock().toISOString();
  const letter = { email: ina.email, about: 'password_changed', at };
  await services.jobs.enqueue(services.authDb, 'accounts.letter', letter);
  await work(jobs, 'accounts.letter');
  expect(mailsTo(ina.email).map(({ subject }) => subject)).toEqual(['Your password was changed - Cryptocommerce']);
  expect(await toldTo(ina.cookie)).toMatchObject([{ kind: 'security', path: '/profile' }]);
  await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: ina.email });
  await work(jobs, 'accounts.reset');
  expect(mailsTo(ina.email).length).toBeGreaterThan(1);
  expect(await toldTo(ina.cookie)).toHaveLength(1);
  const { rows } = await owner.query(`select 1 from mails where body::text like '%access_token%'`);
  expect(rows).toEqual([]);
});
