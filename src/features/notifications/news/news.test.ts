import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../../../test/security/actors.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { renderEmail } from '../../../kernel/email.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { runAsJob } from '../../../platform/jobs/jobs.ts';
import { openOutbox } from '../send-mail.ts';
import { enqueueNewsMails, sendNewsMail } from './jobs.ts';
import { findNewsFault, parseParagraphs } from './news-rules.ts';
import { claimNextReaders } from './store.ts';

const server = await serverWithoutFaults();
const { app, call, owner, services } = server;
const [admin, finance] = [await createSession(server, 'admin'), await createSession(server, 'finance')];
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
  sent: { subject: string; recipientCount: number; mailedAt: string | null; proposedBy: string; approvedBy: string }[];
  reach: number;
};
const news = {
  subject: 'A course about wallets',
  text: 'It is open now.\n\nIt takes an hour.',
  path: '/courses',
  why: 'New',
};
const propose = (change: object = {}, by = admin) =>
  call<{ code?: string; proposalId: string }>('news/propose', { ...news, ...change }, by);
const decide = (proposalId: string, decision = 'approve', by = finance) =>
  call<{ code?: string }>('news/decide', { proposalId, decision, reason: 'Not now' }, by);
const list = async () => (await call<Listed>('news/list', undefined, finance)).body;
async function sendApprovedNews(change: object = {}): Promise<void> {
  const { body } = await propose(change);
  expect((await decide(body.proposalId)).status).toBe(200);
}

const sent: Mail[] = [];
let answer: (mail: Mail) => void = () => undefined;
const log = { warn: () => undefined, always: () => undefined };
const post = openOutbox({ ...services, log }, async (mail) => {
  answer(mail);
  sent.push(mail);
});
type Waiting = { id: string; data: { id: string; userId: string } };
const takeJobs = async (name: string) =>
  (
    await owner.query<Waiting>(`delete from pgboss.job where name = $1 and state = 'created' returning id, data`, [
      name,
    ])
  ).rows;

/** Runs the waiting jobs, each mail job twice: jobs may repeat. */
async function runJobs(): Promise<void> {
  for (const { data } of await takeJobs('news.send')) await enqueueNewsMails(services, data);
  for (const { id, data } of await takeJobs('news.mail'))
    for (let again = 0; again < 2; again++) await runAsJob(id, () => sendNewsMail(services, post.mail, data));
  await post.sendDue();
}
const to = (email: string) => sent.filter((mail) => mail.to === email).map(({ subject }) => subject);
const createReader = async (given = true) => {
  const customer = await newCustomer(server);
  expect((await call('notices/setMarketing', { given: true }, customer.cookie)).status).toBe(200);
  if (!given) await call('notices/setMarketing', { given: false }, customer.cookie);
  return customer;
};

test('news is sent once to each consenting reader after a second person approves', async () => {
  const [subscriber, otherCustomer, never] = [
    await createReader(),
    await createReader(false),
    await newCustomer(server),
  ];
  const { body } = await propose();
  await runJobs();
  expect(to(subscriber.email)).toEqual([]);
  expect(await list()).toMatchObject({ waiting: [{ subject: news.subject, why: 'New' }], sent: [], reach: 1 });
  expect((await decide(body.proposalId, 'approve', admin)).body.code).toBe('approvals.second_person_needed');
  expect((await decide(body.proposalId)).status).toBe(200);
  expect((await decide(body.proposalId)).body.code).toBe('approvals.already_decided');
  await runJobs();
  expect([to(subscriber.email), to(otherCustomer.email), to(never.email)]).toEqual([[news.subject], [], []]);
  const mail = sent.at(-1);
  expect(mail?.text).toContain('It is open now.\n\nIt takes an hour.');
  expect(mail?.text).toContain('because you signed up for news and offers');
  expect(mail?.links[0]).toBe(`${services.config.origin}/courses`);
  expect(await list()).toMatchObject({
    waiting: [],
    sent: [{ recipientCount: 1, mailedAt: noon.toISOString(), proposedBy: 'Adrian Whyte', approvedBy: 'Fiona Reid' }],
  });
  const { body: inbox } = await call<{ notices: { title: string; path: string }[] }>(
    'notices/list',
    {},
    subscriber.cookie,
  );
  expect(inbox.notices).toMatchObject([{ title: news.subject, path: '/courses' }]);
  const { rows } = await owner.query(
    `select action from audit_log where subject_type = 'news' order by id desc limit 2`,
  );
  expect(rows).toEqual([{ action: 'news.approve' }, { action: 'news.proposed' }]);
});

test('one-click unsubscribe ends news', async () => {
  const subscriber = await createReader();
  await sendApprovedNews();
  await runJobs();
  const stop = new URL(sent.findLast((mail) => mail.to === subscriber.email)?.stop ?? '');
  expect(stop.pathname).toBe('/api/notices/stop');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const input = {
    method: 'POST',
    url: stop.pathname + stop.search,
    headers,
    payload: 'List-Unsubscribe=One-Click',
  } as const;
  expect((await app.inject(input)).statusCode).toBe(200);
  expect((await list()).reach).toBe(0);
  await sendApprovedNews({ subject: 'Another' });
  await runJobs();
  expect(to(subscriber.email)).toEqual([news.subject]);
});

test('a reader who withdraws consent while mails wait for the morning gets none', async () => {
  const [subscriber, otherCustomer] = [await createReader(), await createReader()];
  server.setTime(night);
  await sendApprovedNews();
  await runJobs();
  expect(to(subscriber.email)).toEqual([]);
  await call('notices/setMarketing', { given: false }, subscriber.cookie);
  server.setTime(morning);
  await post.sendDue();
  expect([to(subscriber.email), to(otherCustomer.email)]).toEqual([[], [news.subject]]);
  const { rows } = await owner.query(`select count(*)::int waiting from mails where body is not null`);
  expect(rows).toEqual([{ waiting: 0 }]);
});

test('a reader who closes the account while mails wait for the morning gets none', async () => {
  const subscriber = await createReader();
  server.setTime(night);
  await sendApprovedNews();
  await runJobs();
  const closing = 'update profiles set closed_at = $2::timestamptz, erase_after = $2::timestamptz where id = $1';
  await owner.query(closing, [subscriber.id, night]);
  server.setTime(morning);
  await post.sendDue();
  expect(to(subscriber.email)).toEqual([]);
});

test('a bounced address gets no more news', async () => {
  const subscriber = await createReader();
  answer = () => {
    throw Object.assign(new Error('550 no such user'), { responseCode: 550, command: 'RCPT TO' });
  };
  await sendApprovedNews();
  await runJobs();
  answer = () => undefined;
  await sendApprovedNews({ subject: 'Another' });
  await runJobs();
  expect(to(subscriber.email)).toEqual([]);
  expect((await call('notices/settings', {}, subscriber.cookie)).body).toMatchObject({
    consent: { given: false, source: 'bounce' },
  });
});

test('repeated batches reach each reader once', async () => {
  for (let n = 0; n < 3; n++) await createReader();
  await sendApprovedNews();
  const id = (await owner.query<{ id: string }>('select id from news')).rows[0]?.id ?? '';
  const reached: string[] = [];
  for (let n = 0; n < 6; n++)
    reached.push(
      ...(await withSystem(services.pool, (tx) => claimNextReaders(tx, id, { now: noon, limit: 1 }))).readers,
    );
  expect([reached.length, new Set(reached).size]).toEqual([3, 3]);
  expect((await list()).sent).toMatchObject([{ recipientCount: 3, mailedAt: noon.toISOString() }]);
});

test('rejected and withdrawn news is not sent', async () => {
  const subscriber = await createReader();
  expect((await decide((await propose()).body.proposalId, 'reject')).status).toBe(200);
  expect((await decide((await propose()).body.proposalId, 'withdraw', admin)).status).toBe(200);
  await runJobs();
  expect(to(subscriber.email)).toEqual([]);
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
])('%s is returned for %j', async (code, wish) => expect((await propose(wish)).body.code).toBe(code));

test('an instructor can neither read nor propose news', async () => {
  const cookie = await createSession(server, 'instructor');
  expect((await call('news/list', undefined, cookie)).status).toBe(403);
  expect((await propose({}, cookie)).status).toBe(403);
  const { body } = await propose();
  expect((await decide(body.proposalId, 'approve', cookie)).status).toBe(403);
});

test('the database requires two people for news and consent for each mail', async () => {
  const [subscriber, otherCustomer] = [await createReader(), await createReader(false)];
  await sendApprovedNews();
  const { outcome, rowsFor } = createPolicyTools(server);
  const { rows } = await owner.query<{ id: string; proposal: string }>(
    `select p.id, n.proposal_id proposal from profiles p, news n where p.email = 'admin@demo.test'`,
  );
  const as = { user: rows[0]?.id ?? '', all: true, roles: 'admin' };
  expect(await outcome(as, 'insert into news select * from news')).toBe('refused');
  expect(await outcome(as, `update news set subject = 'Mine'`)).toBe('refused');
  expect(await outcome(as, `update news set recipient_count = 0`)).toBe(0);
  expect(await outcome(as, 'delete from news')).toBe('refused');
  expect(await outcome(as, 'select app.apply_news($1)', [rows[0]?.proposal])).toBe('failed P0001');
  expect(await rowsFor(as, 'news')).toHaveLength(1);
  expect(await rowsFor({ ...as, roles: 'support' }, 'news')).toHaveLength(0);
  expect(await outcome({ ...as, roles: 'support' }, 'select app.count_news_recipients()')).toBe('refused');
  const write = (id: string) =>
    owner.query(
      `insert into mails (user_id, kind, to_address, body, at, scheduled_for, next_at, source_job_id)
       values ($1, 'news', 'x@customer.test', '{}', now(), now(), now(), $2)`,
      [id, randomUUID()],
    );
  await expect(write(otherCustomer.id)).rejects.toMatchObject({ constraint: 'news_with_consent' });
  expect((await write(subscriber.id)).rowCount).toBe(1);
});

describe('rules of news', () => {
  const findFault = (subject: string, text: string) =>
    findNewsFault({ subject, paragraphs: parseParagraphs(text) })?.what;
  const frame = {
    greeting: 'Hello Keisha,',
    button: 'See it',
    url: 'https://ours.test/courses',
    closing: 'We never ask.',
  };

  test('plain copy can be sent', () =>
    expect(findFault('A new course', 'It is about wallets.\n\nIt takes an hour.')).toBeUndefined());

  test.each([
    ['a subject of two lines', 'Here\r\nBcc: all@else.test', 'Good day.', 'one line'],
    ['markup', 'Here', 'Buy <b>now</b>', '< and >'],
    ['a link', 'Here', 'See https://else.test', 'Links and addresses'],
    ['a link in the subject', 'See www.else.test', 'Good day.', 'Links and addresses'],
    ['a host', 'Here', 'See else.test for more', 'Links and addresses'],
    ['a host with full stops of another script', 'Here', 'See else。com', 'Links and addresses'],
    ['a mail address', 'Here', 'me@else', 'Links and addresses'],
    ['a parameter', 'Here', 'Hello {name}', 'Braces'],
    ['a single brace', 'Here', 'Hello {', 'Braces'],
    ['characters that reverse the text', 'Here', 'Good day \u202e', 'hidden characters'],
    ['a missing text', 'Here', ' \n ', 'Add a text'],
    ['a missing subject', ' ', 'Good day.', 'Add a subject'],
    ['a text above the limit', 'Here', 'long '.repeat(1000), '4000 characters'],
  ])('%s is rejected', (_, subject, text, what) => expect(findFault(subject, text)).toContain(what));

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('{name}', '{{url}}', '{', '}', '\r\n', '\n\n', '<b>', ' and ', 'Here: '),
  );
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('any subject and text render as a one-line subject, our link and no foreign markup', () =>
    fc.assert(
      fc.property(anyText, anyText, (subject, text) => {
        const mail = renderEmail('keisha@demo.test', { ...frame, subject, paragraphs: parseParagraphs(text) });
        expect(mail.subject).not.toMatch(/[\r\n]/);
        expect(mail.links).toEqual([frame.url]);
        const plain = renderEmail('', { ...frame, subject: '', paragraphs: parseParagraphs(text).map(() => '') });
        expect(mail.html.match(/<[^\s>]*/g)).toEqual(plain.html.match(/<[^\s>]*/g));
      }),
      { numRuns: 500 },
    ));
});
