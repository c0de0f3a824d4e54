import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { asSystem } from '../../platform/database.ts';
import { asJob } from '../../platform/jobs.ts';
import type { Mail } from '../../platform/mail.ts';
import { openPost } from '../notices/post.ts';
import { mailNews, sendNews } from './jobs.ts';
import { nextReaders } from './store.ts';

/** News go out once two people agreed on them, once to each who agreed to news, and to nobody else. */
const server = await serverWithoutFaults();
const { app, call, owner, services } = server;
const [admin, finance] = [await sessionFor(server, 'admin'), await sessionFor(server, 'finance')];
const noon = new Date('2026-11-25T17:00:00Z');
const night = new Date('2026-11-26T03:00:00Z');
const morning = new Date('2026-11-26T13:00:00Z');

beforeEach(async () => {
  server.setTime(noon);
  await owner.query(`delete from news; delete from proposals where kind = 'news'; delete from marketing_consents`);
  await owner.query(`delete from mails; delete from pgboss.job where name like 'news.%'`);
});

type Listed = {
  waiting: { id: string; subject: string; why: string }[];
  sent: { subject: string; writtenTo: number; mailedAt: string | null; proposedBy: string; approvedBy: string }[];
  reach: number;
};
const words = {
  subject: 'A course about wallets',
  text: 'It is open now.\n\nIt takes an hour.',
  path: '/courses',
  why: 'New',
};
const propose = (change: object = {}, by = admin) =>
  call<{ code?: string; proposalId: string }>('news/propose', { ...words, ...change }, by);
const decide = (proposalId: string, decision = 'approve', by = finance) =>
  call<{ code?: string }>('news/decide', { proposalId, decision, reason: 'Not now' }, by);
const list = async () => (await call<Listed>('news/list', undefined, finance)).body;
async function approved(change: object = {}): Promise<void> {
  const { body } = await propose(change);
  expect((await decide(body.proposalId)).status).toBe(200);
}

const left: Mail[] = [];
/** What the mail server says to each. */
let answer: (mail: Mail) => void = () => undefined;
const log = { warn: () => undefined, always: () => undefined };
const post = openPost({ ...services, log }, async (mail) => {
  answer(mail);
  left.push(mail);
});
type Waiting = { id: string; data: { id: string; userId: string } };
const taken = async (name: string) =>
  (
    await owner.query<Waiting>(`delete from pgboss.job where name = $1 and state = 'created' returning id, data`, [
      name,
    ])
  ).rows;
/** Does what waits, as the workers do; each mail twice, for a job may run twice. */
async function goOut(): Promise<void> {
  for (const { data } of await taken('news.send')) await sendNews(services, data);
  for (const { id, data } of await taken('news.mail'))
    for (let again = 0; again < 2; again++) await asJob(id, () => mailNews(services, post.mail, data));
  await post.sendDue();
}
const to = (email: string) => left.filter((mail) => mail.to === email).map(({ subject }) => subject);
const agrees = async (given = true) => {
  const customer = await newCustomer(server);
  expect((await call('notices/setMarketing', { given: true }, customer.cookie)).status).toBe(200);
  if (!given) await call('notices/setMarketing', { given: false }, customer.cookie);
  return customer;
};

test('nobody has news before a second person agrees; then each who agreed to news has them once', async () => {
  const [ina, oma, never] = [await agrees(), await agrees(false), await newCustomer(server)];
  const { body } = await propose();
  await goOut();
  expect(to(ina.email)).toEqual([]);
  expect(await list()).toMatchObject({ waiting: [{ subject: words.subject, why: 'New' }], sent: [], reach: 1 });
  expect((await decide(body.proposalId, 'approve', admin)).body.code).toBe('approvals.second_person_needed');
  expect((await decide(body.proposalId)).status).toBe(200);
  expect((await decide(body.proposalId)).body.code).toBe('approvals.already_decided');
  await goOut();
  expect([to(ina.email), to(oma.email), to(never.email)]).toEqual([[words.subject], [], []]);
  const mail = left.at(-1);
  expect(mail?.text).toContain('It is open now.\n\nIt takes an hour.');
  expect(mail?.text).toContain('because you agreed to news and offers');
  expect(mail?.links[0]).toBe(`${services.config.origin}/courses`);
  expect(await list()).toMatchObject({
    waiting: [],
    sent: [{ writtenTo: 1, mailedAt: noon.toISOString(), proposedBy: 'Adrian Whyte', approvedBy: 'Fiona Reid' }],
  });
  const { body: told } = await call<{ notices: { title: string; path: string }[] }>('notices/list', {}, ina.cookie);
  expect(told.notices).toMatchObject([{ title: words.subject, path: '/courses' }]);
  const { rows } = await owner.query(
    `select action from audit_log where subject_type = 'news' order by id desc limit 2`,
  );
  expect(rows).toEqual([{ action: 'news.approve' }, { action: 'news.proposed' }]);
});

test('one request of a mail program ends news, and the next ones do not come', async () => {
  const ina = await agrees();
  await approved();
  await goOut();
  const stop = new URL(left.findLast((mail) => mail.to === ina.email)?.stop ?? '');
  expect(stop.pathname).toBe('/api/notices/stop');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = {
    method: 'POST',
    url: stop.pathname + stop.search,
    headers,
    payload: 'List-Unsubscribe=One-Click',
  } as const;
  expect((await app.inject(asked)).statusCode).toBe(200);
  expect((await list()).reach).toBe(0);
  await approved({ subject: 'Another' });
  await goOut();
  expect(to(ina.email)).toEqual([words.subject]);
});

test('whoever takes it back while the news wait for the morning does not get them', async () => {
  const [ina, oma] = [await agrees(), await agrees()];
  server.setTime(night);
  await approved();
  await goOut();
  expect(to(ina.email)).toEqual([]);
  await call('notices/setMarketing', { given: false }, ina.cookie);
  server.setTime(morning);
  await post.sendDue();
  expect([to(ina.email), to(oma.email)]).toEqual([[], [words.subject]]);
  const { rows } = await owner.query(`select count(*)::int waiting from mails where body is not null`);
  expect(rows).toEqual([{ waiting: 0 }]);
});

test('whoever closed their account while the news wait for the morning does not get them', async () => {
  const ina = await agrees();
  server.setTime(night);
  await approved();
  await goOut();
  const closing = 'update profiles set closed_at = $2::timestamptz, erase_after = $2::timestamptz where id = $1';
  await owner.query(closing, [ina.id, night]);
  server.setTime(morning);
  await post.sendDue();
  expect(to(ina.email)).toEqual([]);
});

test('whose address takes no mail gets no more news', async () => {
  const ina = await agrees();
  answer = () => {
    throw Object.assign(new Error('550 no such user'), { responseCode: 550, command: 'RCPT TO' });
  };
  await approved();
  await goOut();
  answer = () => undefined;
  await approved({ subject: 'Another' });
  await goOut();
  expect(to(ina.email)).toEqual([]);
  expect((await call('notices/settings', {}, ina.cookie)).body).toMatchObject({
    consent: { given: false, saidBy: 'bounce' },
  });
});

test('however often it runs, news get to each reader once, one batch after the other', async () => {
  for (let n = 0; n < 3; n++) await agrees();
  await approved();
  const id = (await owner.query<{ id: string }>('select id from news')).rows[0]?.id ?? '';
  const reached: string[] = [];
  for (let n = 0; n < 6; n++)
    reached.push(...(await asSystem(services.pool, (tx) => nextReaders(tx, id, { now: noon, most: 1 }))).readers);
  expect([reached.length, new Set(reached).size]).toEqual([3, 3]);
  expect((await list()).sent).toMatchObject([{ writtenTo: 3, mailedAt: noon.toISOString() }]);
});

test('what is rejected or withdrawn is sent to nobody', async () => {
  const ina = await agrees();
  expect((await decide((await propose()).body.proposalId, 'reject')).status).toBe(200);
  expect((await decide((await propose()).body.proposalId, 'withdraw', admin)).status).toBe(200);
  await goOut();
  expect(to(ina.email)).toEqual([]);
  expect(await list()).toMatchObject({ waiting: [], sent: [] });
});

test.each([
  ['news.text_unfit', { text: 'Look at https://else.test now.' }],
  ['news.text_unfit', { text: '<b>Now</b>' }],
  ['news.text_unfit', { text: 'Hello {name}' }],
  ['news.text_unfit', { text: '' }],
  ['news.subject_unfit', { subject: '' }],
  ['BAD_REQUEST', { path: '/admin' }],
  ['BAD_REQUEST', { path: 'https://else.test' }],
])('is refused as %s: %j', async (code, wish) => expect((await propose(wish)).body.code).toBe(code));

test.each(['support', 'compliance', 'instructor', 'tier1'])('%s neither reads nor writes news', async (who) => {
  const cookie = await sessionFor(server, who);
  expect((await call('news/list', undefined, cookie)).status).toBe(403);
  expect((await propose({}, cookie)).status).toBe(403);
  const { body } = await propose();
  expect((await decide(body.proposalId, 'approve', cookie)).status).toBe(403);
});

test('the database has news sent by two people alone, and to nobody who does not agree', async () => {
  const [ina, oma] = [await agrees(), await agrees(false)];
  await approved();
  const { outcome, rowsFor } = wallsOf(server);
  const { rows } = await owner.query<{ id: string; proposal: string }>(
    `select p.id, n.proposal_id proposal from profiles p, news n where p.email = 'admin@demo.test'`,
  );
  const as = { user: rows[0]?.id ?? '', all: true, roles: 'admin' };
  expect(await outcome(as, 'insert into news select * from news')).toBe('refused');
  expect(await outcome(as, `update news set subject = 'Mine'`)).toBe('refused');
  expect(await outcome(as, `update news set written_to = 0`)).toBe(0);
  expect(await outcome(as, 'delete from news')).toBe('refused');
  expect(await outcome(as, 'select app.put_news($1)', [rows[0]?.proposal])).toBe('failed P0001');
  expect(await rowsFor(as, 'news')).toHaveLength(1);
  expect(await rowsFor({ ...as, roles: 'support' }, 'news')).toHaveLength(0);
  expect(await outcome({ ...as, roles: 'support' }, 'select app.reach_of_news()')).toBe('refused');
  const write = (id: string) =>
    owner.query(
      `insert into mails (user_id, kind, to_address, body, at, goes_at, next_at, told_by)
       values ($1, 'news', 'x@customer.test', '{}', now(), now(), now(), $2)`,
      [id, randomUUID()],
    );
  await expect(write(oma.id)).rejects.toMatchObject({ constraint: 'news_with_consent' });
  expect((await write(ina.id)).rowCount).toBe(1);
});
