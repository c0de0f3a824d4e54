import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { runAsJob } from '../../platform/jobs/jobs.ts';
import { createNotice } from './deliver.ts';
import { letterAbout } from './email.ts';
import { queueDigests } from './jobs.ts';
import type { NoticeKind } from './kinds.ts';
import { openOutbox } from './send-mail.ts';
import { formatUnsubscribeToken } from './unsubscribe.ts';

const server = await serverWithoutFaults();
const { app, call, owner, services } = server;
const { outcome, rowsFor } = createPolicyTools(server);
const noon = new Date('2026-11-25T17:00:00Z');
const night = new Date('2026-11-26T03:00:00Z');
beforeEach(() => server.setTime(noon));

const sent: Mail[] = [];
const post = openOutbox(services, async (mail) => void sent.push(mail));
const sendNotice = (to: string, kind: NoticeKind, subject = 'Something happened') =>
  runAsJob(randomUUID(), () =>
    post.mail(
      letterAbout(kind, to, {
        ...{ subject, greeting: 'Hello', paragraphs: ['It did.'], button: 'See it', closing: 'Bye' },
        url: `${services.config.origin}/dashboard`,
      }),
    ),
  );
const mailsTo = async (email: string) => {
  await post.sendDue();
  return sent.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const unread = async (cookie: string) => (await call<{ unread: number }>('notices/unread', {}, cookie)).body.unread;

test('a kind that is turned off creates notices without mails and can be turned on again', async () => {
  const { email, cookie } = await newCustomer(server);
  expect(
    (await call('notices/setPreference', { kind: 'workshop', channel: 'mail', wanted: false }, cookie)).status,
  ).toBe(200);
  await sendNotice(email, 'workshop', 'One');
  await sendNotice(email, 'course', 'Two');
  expect(await mailsTo(email)).toEqual(['Two']);
  expect(await unread(cookie)).toBe(2);
  expect((await call('notices/settings', {}, cookie)).body).toMatchObject({
    always: [{ kind: 'security' }, { kind: 'order' }, { kind: 'payment' }],
    choices: expect.arrayContaining([expect.objectContaining({ kind: 'workshop', mail: false })]),
  });
  await call('notices/setPreference', { kind: 'workshop', channel: 'mail', wanted: true }, cookie);
  await sendNotice(email, 'workshop', 'Three');
  expect(await mailsTo(email)).toEqual(['Two', 'Three']);
});

test.each(['security', 'order', 'payment'])(
  '%s cannot be turned off through the page or in the database',
  async (kind) => {
    const { cookie, email } = await newCustomer(server);
    expect((await call('notices/setPreference', { kind, channel: 'mail', wanted: false }, cookie)).status).toBe(400);
    const insert = owner.query(
      `insert into notice_preferences (user_id, kind, channel, wanted, set_at)
       select id, $1, 'mail', false, now() from profiles where email = $2`,
      [kind, email],
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'preference_of_a_choice' });
  },
);

test('at night service mails wait for the morning and money mails do not', async () => {
  const { email, cookie } = await newCustomer(server);
  server.setTime(night);
  await sendNotice(email, 'plan', 'Plan');
  await sendNotice(email, 'order', 'Order');
  expect(await mailsTo(email)).toEqual(['Order']);
  server.setTime(new Date('2026-11-26T12:59:00Z'));
  expect(await mailsTo(email)).toEqual(['Order']);
  server.setTime(new Date('2026-11-26T13:00:00Z'));
  expect(await mailsTo(email)).toEqual(['Order', 'Plan']);
  await call('notices/setDigestSettings', { digest: false, quiet: false }, cookie);
  server.setTime(after(night, days(1)));
  await sendNotice(email, 'plan', 'Late plan');
  expect(await mailsTo(email)).toEqual(['Order', 'Plan', 'Late plan']);
});

test('a daily digest contains each notice once', async () => {
  const { email, cookie } = await newCustomer(server);
  await call('notices/setDigestSettings', { digest: true, quiet: true }, cookie);
  await sendNotice(email, 'plan', 'Your plan ends');
  await sendNotice(email, 'workshop', 'Your place');
  await sendNotice(email, 'order', 'Your order');
  expect(await mailsTo(email)).toEqual(['Your order']);
  await Promise.all([queueDigests(services), queueDigests(services)]);
  expect(await mailsTo(email)).toEqual(['Your order', 'What happened at Cryptocommerce: 2 notices']);
  const digest = sent.findLast(({ to }) => to === email);
  expect(digest?.text).toMatch(/Your plan ends[\s\S]*Your place/);
  server.setTime(after(noon, days(1)));
  await queueDigests(services);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('changing one timing setting keeps the other', async () => {
  const { cookie } = await newCustomer(server);
  for (const setting of [{ quiet: false }, { digest: true }]) await call('notices/setDigestSettings', setting, cookie);
  expect((await call('notices/settings', {}, cookie)).body).toMatchObject({ digest: true, quiet: false });
});

const stop = (token: string, headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/notices/stop?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });

test('one-click unsubscribe stops one kind, and opening the link stops nothing', async () => {
  const { id, email } = await newCustomer(server);
  const token = formatUnsubscribeToken(services.config, { person: id, kind: 'workshop' });
  const look = await app.inject({ method: 'GET', url: `/api/notices/stop?token=${token}` });
  expect([look.statusCode, look.headers['location']]).toEqual([302, `/stop-mails#token=${token}`]);
  await sendNotice(email, 'workshop', 'Still');
  expect((await stop(token)).statusCode).toBe(200);
  expect((await stop(token)).statusCode).toBe(200);
  await sendNotice(email, 'workshop', 'No more');
  await sendNotice(email, 'course', 'Other');
  expect(await mailsTo(email)).toEqual(['Still', 'Other']);
  expect((await stop(`${id}.order.abc`)).statusCode).toBe(404);
  expect((await stop(token, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
});

test('the unsubscribe page works without signing in and names the stopped kind', async () => {
  const { id, email } = await newCustomer(server);
  const token = formatUnsubscribeToken(services.config, { person: id, kind: 'workshop' });
  expect(await call('notices/stop', { token })).toMatchObject({ status: 200, body: { name: 'Workshops' } });
  await sendNotice(email, 'workshop');
  expect(await mailsTo(email)).toEqual([]);
  expect((await call('notices/stop', { token: 'x.y.z' })).body).toMatchObject({ code: 'notices.link_invalid' });
});

test('marketing needs consent, stores each answer with its version, and ends by the link', async () => {
  const { id, email, cookie } = await newCustomer(server);
  const consent = async () => (await call<{ consent: object | null }>('notices/settings', {}, cookie)).body.consent;
  expect(await consent()).toBeNull();
  await sendNotice(email, 'news', 'Unasked');
  expect(await unread(cookie)).toBe(0);
  const answer = (isGiven: boolean) => call('notices/setMarketing', { given: isGiven }, cookie);
  await answer(false);
  expect(await consent()).toBeNull();
  await answer(true);
  await answer(true);
  await sendNotice(email, 'news', 'Asked');
  expect(await mailsTo(email)).toEqual(['Asked']);
  expect((await stop(formatUnsubscribeToken(services.config, { person: id, kind: 'news' }))).statusCode).toBe(200);
  expect(await consent()).toMatchObject({ given: false, source: 'link' });
  await sendNotice(email, 'news', 'Taken back');
  await answer(true);
  await sendNotice(email, 'news', 'Again');
  expect(await mailsTo(email)).toEqual(['Asked', 'Again']);
  const { rows } = await owner.query(
    `select given, version, source from marketing_consents where user_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([
    { given: true, version: '2026-11-29', source: 'page' },
    { given: false, version: '2026-11-29', source: 'link' },
    { given: true, version: '2026-11-29', source: 'page' },
  ]);
});

test('notices are paged and marked as read one by one or all together', async () => {
  const { id, cookie } = await newCustomer(server);
  await withSystem(services.pool, async (tx) => {
    for (let n = 0; n < 70; n++)
      await createNotice(tx, id, { kind: 'plan', title: `Notice ${n}`, path: '/dashboard', now: after(noon, n) });
  });
  expect(await unread(cookie)).toBe(70);
  type Page = { notices: { id: string; title: string }[]; next: object | null };
  const titles: string[] = [];
  let before: object | null = null;
  let first = '';
  do {
    const { body }: { body: Page } = await call<Page>('notices/list', { before }, cookie);
    titles.push(...body.notices.map(({ title }) => title));
    first ||= body.notices[0]?.id ?? '';
    before = body.next;
  } while (before);
  expect(titles).toEqual(Array.from({ length: 70 }, (_, n) => `Notice ${69 - n}`));
  await call('notices/read', { noticeId: first }, cookie);
  expect(await unread(cookie)).toBe(69);
  const other = await newCustomer(server);
  await call('notices/readAll', {}, other.cookie);
  await call('notices/read', { noticeId: first }, other.cookie);
  expect(await unread(cookie)).toBe(69);
  await call('notices/readAll', {}, cookie);
  expect(await unread(cookie)).toBe(0);
});

test('only jobs create notices, only users consent, and no one reads what belongs to another user', async () => {
  const [customer, otherCustomer] = [await newCustomer(server), await newCustomer(server)];
  await withSystem(services.pool, (tx) =>
    createNotice(tx, customer.id, { kind: 'order', title: 'Notice', path: '/orders/1', now: noon }),
  );
  const insertNotice = `insert into notices (user_id, kind, facts, at)
    values ('${customer.id}', 'order', '{"title":"x","path":"/x"}', now())`;
  const insertConsent = `insert into marketing_consents (user_id, version, given, source, at)
    values ('${customer.id}', '1', true, 'page', now())`;
  const [own, other, admin] = [
    { user: customer.id },
    { user: otherCustomer.id },
    { user: otherCustomer.id, all: true, roles: 'admin' },
  ];
  for (const session of [own, other, admin]) expect(await outcome(session, insertNotice)).toBe('refused');
  for (const session of [other, admin, { all: true }]) expect(await outcome(session, insertConsent)).toBe('refused');
  expect(await outcome({ all: true }, insertNotice)).toBe(1);
  expect(await outcome(own, insertConsent)).toBe(1);
  const countRows = async (session: object, table: string) =>
    (await rowsFor(session, table)).filter((row) => row['user_id'] === customer.id).length;
  expect(await Promise.all([own, other, admin].map((session) => countRows(session, 'notices')))).toEqual([1, 0, 0]);
  await sendNotice(customer.email, 'plan');
  expect(await Promise.all([own, other, admin].map((session) => countRows(session, 'mails')))).toEqual([0, 0, 0]);
  const markRead = `update notices set read_at = now() where user_id = '${customer.id}'`;
  expect(await Promise.all([other, admin].map((session) => outcome(session, markRead)))).toEqual([0, 0]);
});

test('an unsubscribe link of an erased user changes nothing and succeeds', async () => {
  const token = formatUnsubscribeToken(services.config, { person: randomUUID(), kind: 'plan' });
  const { statusCode } = await app.inject({ method: 'POST', url: `/api/notices/stop?token=${token}` });
  expect(statusCode).toBe(200);
});

test('repeated yes and no answers are limited per day, and a no always counts', async () => {
  const { cookie, id } = await newCustomer(server);
  const answer = async (isGiven: boolean) => (await call('notices/setMarketing', { given: isGiven }, cookie)).status;
  const findAnswers = async () =>
    (await owner.query<{ given: boolean }>('select given from marketing_consents where user_id = $1 order by id', [id]))
      .rows;
  for (let n = 0; n < 20; n++) {
    server.setTime(after(noon, hours(n)));
    expect([await answer(true), await answer(false)]).toEqual([200, 200]);
  }
  expect(await answer(true)).toBe(429);
  expect(await answer(false)).toBe(200);
  expect(await findAnswers()).toHaveLength(40);
  expect((await findAnswers()).at(-1)).toEqual({ given: false });
  server.setTime(after(noon, days(1) + hours(1)));
  expect(await answer(true)).toBe(200);
  expect((await findAnswers()).at(-1)).toEqual({ given: true });
});

test('parallel identical answers store one row', async () => {
  const { cookie, id } = await newCustomer(server);
  await call('notices/setMarketing', { given: true }, cookie);
  await Promise.all(Array.from({ length: 8 }, () => call('notices/setMarketing', { given: false }, cookie)));
  expect((await owner.query('select from marketing_consents where user_id = $1', [id])).rowCount).toBe(2);
});
