import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { asJob } from '../../platform/jobs.ts';
import type { Mail } from '../../platform/mail.ts';
import { writeDigests } from './jobs.ts';
import type { Kind } from './kinds.ts';
import { letterAbout } from './letter.ts';
import { openPost } from './post.ts';
import { stopToken } from './stop-link.ts';
import { tell } from './tell.ts';

/** What somebody wants told in which way, and what is not theirs to turn off. */
const server = await serverWithoutFaults();
const { app, call, owner, services } = server;
const { outcome, rowsFor } = wallsOf(server);
const noon = new Date('2026-11-25T17:00:00Z');
const night = new Date('2026-11-26T03:00:00Z');
beforeEach(() => server.setTime(noon));

const left: Mail[] = [];
const post = openPost(services, async (mail) => void left.push(mail));
const write = (to: string, kind: Kind, subject = 'Something happened') =>
  asJob(randomUUID(), () =>
    post.mail(
      letterAbout(kind, to, {
        ...{ subject, greeting: 'Hello', paragraphs: ['It did.'], button: 'See it', closing: 'Bye' },
        url: `${services.config.origin}/dashboard`,
      }),
    ),
  );
const mailsTo = async (email: string) => {
  await post.sendDue();
  return left.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const unread = async (cookie: string) => (await call<{ unread: number }>('notices/unread', {}, cookie)).body.unread;

test('what is turned off stands on the page and in no mail; it can be turned on again', async () => {
  const { email, cookie } = await newCustomer(server);
  expect((await call('notices/setWish', { kind: 'workshop', channel: 'mail', wanted: false }, cookie)).status).toBe(
    200,
  );
  await write(email, 'workshop', 'One');
  await write(email, 'course', 'Two');
  expect(await mailsTo(email)).toEqual(['Two']);
  expect(await unread(cookie)).toBe(2);
  expect((await call('notices/settings', {}, cookie)).body).toMatchObject({
    always: [{ kind: 'security' }, { kind: 'order' }, { kind: 'payment' }],
    choices: expect.arrayContaining([expect.objectContaining({ kind: 'workshop', mail: false })]),
  });
  await call('notices/setWish', { kind: 'workshop', channel: 'mail', wanted: true }, cookie);
  await write(email, 'workshop', 'Three');
  expect(await mailsTo(email)).toEqual(['Two', 'Three']);
});

test.each(['security', 'order', 'payment'])('%s cannot be turned off, by the page or in the database', async (kind) => {
  const { cookie, email } = await newCustomer(server);
  expect((await call('notices/setWish', { kind, channel: 'mail', wanted: false }, cookie)).status).toBe(400);
  const wish = owner.query(
    `insert into notice_preferences (user_id, kind, channel, wanted, set_at)
       select id, $1, 'mail', false, now() from profiles where email = $2`,
    [kind, email],
  );
  await expect(wish).rejects.toMatchObject({ constraint: 'preference_of_a_choice' });
});

test('by night a service waits for the morning, and money does not', async () => {
  const { email, cookie } = await newCustomer(server);
  server.setTime(night);
  await write(email, 'plan', 'Plan');
  await write(email, 'order', 'Order');
  expect(await mailsTo(email)).toEqual(['Order']);
  server.setTime(new Date('2026-11-26T12:59:00Z'));
  expect(await mailsTo(email)).toEqual(['Order']);
  server.setTime(new Date('2026-11-26T13:00:00Z'));
  expect(await mailsTo(email)).toEqual(['Order', 'Plan']);
  await call('notices/setHabits', { digest: false, quiet: false }, cookie);
  server.setTime(after(night, days(1)));
  await write(email, 'plan', 'Late plan');
  expect(await mailsTo(email)).toEqual(['Order', 'Plan', 'Late plan']);
});

test('whoever wants one mail a day has one, with each notice in it once', async () => {
  const { email, cookie } = await newCustomer(server);
  await call('notices/setHabits', { digest: true, quiet: true }, cookie);
  await write(email, 'plan', 'Your plan ends');
  await write(email, 'workshop', 'Your place');
  await write(email, 'order', 'Your order');
  expect(await mailsTo(email)).toEqual(['Your order']);
  await Promise.all([writeDigests(services), writeDigests(services)]);
  expect(await mailsTo(email)).toEqual(['Your order', 'What happened at Cryptocommerce: 2 notices']);
  const digest = left.findLast(({ to }) => to === email);
  expect(digest?.text).toMatch(/Your plan ends[\s\S]*Your place/);
  server.setTime(after(noon, days(1)));
  await writeDigests(services);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('what is said of one habit leaves the other as it is', async () => {
  const { cookie } = await newCustomer(server);
  for (const habit of [{ quiet: false }, { digest: true }]) await call('notices/setHabits', habit, cookie);
  expect((await call('notices/settings', {}, cookie)).body).toMatchObject({ digest: true, quiet: false });
});

const stop = (token: string, headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/notices/stop?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });

test('a mail program ends mails of one kind with one request, and a look at the link ends nothing', async () => {
  const { id, email } = await newCustomer(server);
  const token = stopToken(services.config, { person: id, kind: 'workshop' });
  const look = await app.inject({ method: 'GET', url: `/api/notices/stop?token=${token}` });
  expect([look.statusCode, look.headers['location']]).toEqual([302, `/stop-mails#token=${token}`]);
  await write(email, 'workshop', 'Still');
  expect((await stop(token)).statusCode).toBe(200);
  expect((await stop(token)).statusCode).toBe(200);
  await write(email, 'workshop', 'No more');
  await write(email, 'course', 'Other');
  expect(await mailsTo(email)).toEqual(['Still', 'Other']);
  expect((await stop(`${id}.order.abc`)).statusCode).toBe(404);
  expect((await stop(token, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
});

test('the page behind the link does the same without signing in, and says what ended', async () => {
  const { id, email } = await newCustomer(server);
  const token = stopToken(services.config, { person: id, kind: 'class' });
  expect(await call('notices/stop', { token })).toMatchObject({ status: 200, body: { name: 'From your instructors' } });
  await write(email, 'class');
  expect(await mailsTo(email)).toEqual([]);
  expect((await call('notices/stop', { token: 'x.y.z' })).body).toMatchObject({ code: 'notices.link_invalid' });
});

test('marketing waits for consent, each answer stays with its words, and the link takes it back', async () => {
  const { id, email, cookie } = await newCustomer(server);
  const consent = async () => (await call<{ consent: object | null }>('notices/settings', {}, cookie)).body.consent;
  expect(await consent()).toBeNull();
  await write(email, 'news', 'Unasked');
  expect(await unread(cookie)).toBe(0);
  const say = (given: boolean) => call('notices/setMarketing', { given }, cookie);
  await say(false);
  expect(await consent()).toBeNull();
  await say(true);
  await say(true);
  await write(email, 'news', 'Asked');
  expect(await mailsTo(email)).toEqual(['Asked']);
  expect((await stop(stopToken(services.config, { person: id, kind: 'news' }))).statusCode).toBe(200);
  expect(await consent()).toMatchObject({ given: false, saidBy: 'link' });
  await write(email, 'news', 'Taken back');
  await say(true);
  await write(email, 'news', 'Again');
  expect(await mailsTo(email)).toEqual(['Asked', 'Again']);
  const { rows } = await owner.query(
    `select given, version, said_by from marketing_consents where user_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([
    { given: true, version: '2026-11-25', said_by: 'page' },
    { given: false, version: '2026-11-25', said_by: 'link' },
    { given: true, version: '2026-11-25', said_by: 'page' },
  ]);
});

test('notices are read one by one or all at once, and come in pages', async () => {
  const { id, cookie } = await newCustomer(server);
  await asSystem(services.pool, async (tx) => {
    for (let n = 0; n < 70; n++)
      await tell(tx, id, { kind: 'plan', title: `Notice ${n}`, path: '/dashboard', now: after(noon, n) });
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

test('nobody tells, reads or consents for somebody else, staff and the product neither', async () => {
  const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
  await asSystem(services.pool, (tx) =>
    tell(tx, ina.id, { kind: 'order', title: 'Hers', path: '/orders/1', now: noon }),
  );
  const telling = `insert into notices (user_id, kind, facts, at)
    values ('${ina.id}', 'order', '{"title":"x","path":"/x"}', now())`;
  const saying = `insert into marketing_consents (user_id, version, given, said_by, at)
    values ('${ina.id}', '1', true, 'page', now())`;
  const [own, other, admin] = [{ user: ina.id }, { user: oma.id }, { user: oma.id, all: true, roles: 'admin' }];
  for (const who of [own, other, admin]) expect(await outcome(who, telling)).toBe('refused');
  for (const who of [other, admin, { all: true }]) expect(await outcome(who, saying)).toBe('refused');
  expect(await outcome({ all: true }, telling)).toBe(1);
  expect(await outcome(own, saying)).toBe(1);
  const hers = async (who: object, table: string) =>
    (await rowsFor(who, table)).filter((row) => row['user_id'] === ina.id).length;
  expect(await Promise.all([own, other, admin].map((who) => hers(who, 'notices')))).toEqual([1, 0, 0]);
  await write(ina.email, 'plan');
  expect(await Promise.all([own, other, admin].map((who) => hers(who, 'mails')))).toEqual([0, 0, 0]);
  const reading = `update notices set read_at = now() where user_id = '${ina.id}'`;
  expect(await Promise.all([other, admin].map((who) => outcome(who, reading)))).toEqual([0, 0]);
});

test('the link in a mail of somebody who is gone ends nothing, and is no fault', async () => {
  const token = stopToken(services.config, { person: randomUUID(), kind: 'plan' });
  const { statusCode } = await app.inject({ method: 'POST', url: `/api/notices/stop?token=${token}` });
  expect(statusCode).toBe(200);
});

test('whoever says yes and no to marketing all day leaves no more than some rows, and no is always heard', async () => {
  const { cookie, id } = await newCustomer(server);
  const say = async (given: boolean) => (await call('notices/setMarketing', { given }, cookie)).status;
  const said = async () =>
    (await owner.query<{ given: boolean }>('select given from marketing_consents where user_id = $1 order by id', [id]))
      .rows;
  for (let n = 0; n < 20; n++) {
    server.setTime(after(noon, hours(n)));
    expect([await say(true), await say(false)]).toEqual([200, 200]);
  }
  expect(await say(true)).toBe(429);
  expect(await say(false)).toBe(200);
  expect(await said()).toHaveLength(40);
  expect((await said()).at(-1)).toEqual({ given: false });
  server.setTime(after(noon, days(1) + hours(1)));
  expect(await say(true)).toBe(200);
  expect((await said()).at(-1)).toEqual({ given: true });
});

test('of many a no that is said at once one is kept', async () => {
  const { cookie, id } = await newCustomer(server);
  await call('notices/setMarketing', { given: true }, cookie);
  await Promise.all(Array.from({ length: 8 }, () => call('notices/setMarketing', { given: false }, cookie)));
  expect((await owner.query('select from marketing_consents where user_id = $1', [id])).rowCount).toBe(2);
});
