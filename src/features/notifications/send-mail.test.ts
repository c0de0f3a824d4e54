import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markAccountsClosed } from '../../../test/erasure-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { signPayload } from '../../platform/http/webhook-signature.ts';
import { runAsJob } from '../../platform/jobs/jobs.ts';
import { letterAbout } from './email.ts';
import { deleteSentMails } from './jobs.ts';
import type { NoticeKind } from './kinds.ts';
import { openOutbox } from './send-mail.ts';
import type { Notice } from './store.ts';

const secret = 'a secret between the mail service and us';
const server = await serverWithoutFaults({ MAIL_HOOK_SECRETS: `${secret},the one before` });
const { app, call, owner, services } = server;
const noon = new Date('2026-11-25T17:00:00Z');
beforeEach(() => server.setTime(noon));
afterEach(async () => {
  await owner.query('delete from mails');
});

const letter = (subject: string) => ({
  ...{ subject, greeting: 'Hello Ina,', paragraphs: ['Something happened.'], button: 'See it', closing: 'Bye' },
  url: `${services.config.origin}/dashboard?from=mail`,
});
/** An outbox for one test. `accepts` decides whether the mail server accepts a mail. */
function createOutbox(accepts: (mail: Mail) => boolean = () => true, pool = services.pool) {
  const sent: Mail[] = [];
  const log = { warn: () => undefined, always: () => undefined };
  const post = openOutbox({ ...services, pool, log }, async (mail) => {
    if (!accepts(mail)) throw new Error('451 try again later');
    sent.push(mail);
  });
  return { ...post, sent };
}
const sendNotice = (
  post: ReturnType<typeof createOutbox>,
  to: string,
  { kind = 'plan' as NoticeKind, subject = 'News', job = randomUUID() } = {},
) => runAsJob(job, () => post.mail(letterAbout(kind, to, letter(subject))));
const titlesOf = async (cookie: string) =>
  (await call<{ notices: Notice[] }>('notices/list', {}, cookie)).body.notices.map(({ title }) => title);
const advance = (ms: number) => server.setTime(after(services.clock(), ms));

test('a mail creates a notice and is sent with its reason and settings link', async () => {
  const [reader, otherCustomer] = [await newCustomer(server), await newCustomer(server)];
  const post = createOutbox();
  await sendNotice(post, reader.email, { subject: 'Your plan ends' });
  await post.sendDue();
  expect((await call('notices/list', {}, reader.cookie)).body).toMatchObject({
    notices: [{ kind: 'plan', title: 'Your plan ends', path: '/dashboard?from=mail', readAt: null }],
    next: null,
  });
  expect(await titlesOf(otherCustomer.cookie)).toEqual([]);
  expect(post.sent).toMatchObject([{ to: reader.email, subject: 'Your plan ends', id: expect.any(String) }]);
  const [mail] = post.sent;
  expect(mail?.text).toContain('emails of this kind are turned on in your settings');
  expect(mail?.html).toContain('/stop-mails#token=');
  expect(mail?.stop).toContain('/api/notices/stop?token=');
  const { rows } = await owner.query('select body, sent_at from mails');
  expect(rows).toEqual([{ body: null, sent_at: noon }]);
});

test('a repeated job creates and sends nothing more', async () => {
  const reader = await newCustomer(server);
  const post = createOutbox();
  const job = randomUUID();
  for (let n = 0; n < 3; n++) await sendNotice(post, reader.email, { job });
  await post.sendDue();
  expect([post.sent.length, (await titlesOf(reader.cookie)).length]).toEqual([1, 1]);
  await sendNotice(post, reader.email);
  await post.sendDue();
  expect([post.sent.length, (await titlesOf(reader.cookie)).length]).toEqual([2, 2]);
});

test('two processes with the same mails send each once', async () => {
  const reader = await newCustomer(server);
  const down = createOutbox(() => false);
  await Promise.all(Array.from({ length: 30 }, (_, n) => sendNotice(down, reader.email, { subject: `Notice ${n}` })));
  await down.sendDue();
  advance(minutes(5));
  const posts = [createOutbox(), createOutbox()];
  await Promise.all(posts.map(({ sendDue }) => sendDue()));
  const all = posts.flatMap(({ sent }) => sent.map(({ subject }) => subject));
  expect([all.length, new Set(all).size]).toEqual([30, 30]);
});

test('a mail of a dead process is sent after its claim ends, under the same id', async () => {
  const reader = await newCustomer(server);
  let reached: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const ids: (string | undefined)[] = [];
  const log = { warn: () => undefined, always: () => undefined };
  // The mail server never responds, as if the process died while sending.
  const dead = openOutbox({ ...services, log }, ({ id }) => {
    ids.push(id);
    reached();
    return new Promise(() => undefined);
  });
  await runAsJob(randomUUID(), () => dead.mail(letterAbout('plan', reader.email, letter('Held'))));
  await arrived;
  const other = createOutbox();
  expect(await other.sendDue()).toBe(0);
  advance(minutes(11));
  expect(await other.sendDue()).toBe(1);
  expect(other.sent.map(({ id }) => id)).toEqual(ids);
});

test('a mail that was sent but not recorded is not sent again', async () => {
  const reader = await newCustomer(server);
  let isDown = false;
  const pool = new Proxy(services.pool, {
    get: (real, name) => {
      if (name === 'connect' && isDown) return () => Promise.reject(new Error('the database is down'));
      const part = Reflect.get(real, name, real);
      return typeof part === 'function' ? part.bind(real) : part;
    },
  });
  const post = createOutbox(() => {
    isDown = true;
    return true;
  }, pool);
  await sendNotice(post, reader.email);
  await expect(post.sendDue()).rejects.toThrow('down');
  expect(post.sent).toHaveLength(1);
  isDown = false;
  advance(hours(1));
  await post.sendDue();
  expect(post.sent).toHaveLength(1);
  expect((await owner.query('select sent_at is not null sent from mails')).rows).toEqual([{ sent: true }]);
});

test('after two days without a mail server a mail is given up and emptied', async () => {
  const reader = await newCustomer(server);
  const post = createOutbox(() => false);
  await sendNotice(post, reader.email);
  for (let n = 0; n < 60; n++) {
    await post.sendDue();
    advance(hours(1));
  }
  const { rows } = await owner.query('select body, sent_at, given_up_at is not null "over" from mails');
  expect(rows).toEqual([{ body: null, sent_at: null, over: true }]);
  expect(await titlesOf(reader.cookie)).toEqual(['News']);
});

test('a mail with a secret creates a notice without it and is stored nowhere', async () => {
  const reader = await newCustomer(server);
  const post = createOutbox();
  const job = randomUUID();
  const secret = { ...letterAbout('security', reader.email, letter('New sign-in')), secret: true as const };
  await runAsJob(job, () => post.mail(secret));
  expect(post.sent).toMatchObject([{ subject: 'New sign-in', id: job }]);
  expect((await call('notices/list', {}, reader.cookie)).body).toMatchObject({
    notices: [{ kind: 'security', path: '/profile' }],
  });
  expect((await owner.query('select 1 from mails')).rows).toEqual([]);
});

test('an address without an open account gets its mail and no notice', async () => {
  const post = createOutbox();
  await sendNotice(post, 'unknown@example.com', { kind: 'security' });
  await post.sendDue();
  expect(post.sent.map(({ to }) => to)).toEqual(['unknown@example.com']);
  const { rows } = await owner.query(`select 1 from notices where facts ->> 'title' = 'unknown'`);
  expect(rows).toEqual([]);
});

test('recipients of sent mails are deleted after a month; waiting mails stay', async () => {
  const otherCustomer = await newCustomer(server);
  const bounced = 'gone@example.com';
  const post = createOutbox(({ to }) => to === bounced);
  await sendNotice(post, bounced, { kind: 'security' });
  await sendNotice(post, otherCustomer.email, { kind: 'security' });
  await post.sendDue();
  const remaining = async () =>
    (await owner.query<{ to: string }>('select to_address "to" from mails')).rows.map(({ to }) => to).sort();
  advance(days(29));
  await deleteSentMails(services);
  expect(await remaining()).toEqual([bounced, otherCustomer.email].sort());
  advance(days(2));
  await deleteSentMails(services);
  expect(await remaining()).toEqual([otherCustomer.email]);
});

const event = (type: string, address: string, id = randomUUID()) => ({ id, type, address, at: noon.toISOString() });
async function postEvents(payload: unknown, { by = secret, at = noon } = {}) {
  const body = Buffer.from(JSON.stringify(payload));
  const seconds = Math.floor(at.getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'mail-signature': `t=${seconds},v1=${signPayload(by, seconds, body)}`,
  };
  const answer = await app.inject({ method: 'POST', url: '/api/hooks/mail', headers, payload: body });
  return answer.statusCode;
}
const createConsenting = async () => {
  const customer = await newCustomer(server);
  expect((await call('notices/setMarketing', { given: true }, customer.cookie)).status).toBe(200);
  return customer;
};
const settings = async (cookie: string) =>
  (await call<{ consent: object | null; problem: object | null }>('notices/settings', {}, cookie)).body;

test.each(['bounce', 'complaint'])(
  'a %s stops marketing for that address only and shows its owner why',
  async (type) => {
    const [reader, otherCustomer] = [await createConsenting(), await createConsenting()];
    const problem = event(type, reader.email.toUpperCase());
    expect(await postEvents({ events: [problem] })).toBe(200);
    expect(await settings(reader.cookie)).toMatchObject({
      consent: { given: false, source: type },
      problem: { kind: type },
    });
    expect(await settings(otherCustomer.cookie)).toMatchObject({ consent: { given: true }, problem: null });
    await call('notices/setMarketing', { given: true }, reader.cookie);
    expect(await postEvents({ events: [problem] })).toBe(200);
    expect(await settings(reader.cookie)).toMatchObject({ consent: { given: true } });
  },
);

test('a complaint about a reused address ends marketing for its open account', async () => {
  const [closed, back] = [await newCustomer(server), await createConsenting()];
  await markAccountsClosed(server, closed.id);
  await owner.query(`update auth."user" set email = 'closed-' || id || '@closed.invalid' where id = $1`, [closed.id]);
  for (const table of ['auth."user"', 'profiles'])
    await owner.query(`update ${table} set email = $2 where id = $1`, [back.id, closed.email]);
  expect(await postEvents({ events: [event('complaint', closed.email)] })).toBe(200);
  expect(await settings(back.cookie)).toMatchObject({ consent: { given: false, source: 'complaint' } });
});

test('an event with a wrong, late or missing signature is rejected', async () => {
  const { email, cookie } = await createConsenting();
  const payload = { events: [event('bounce', email)] };
  expect(await postEvents(payload, { by: 'another secret' })).toBe(403);
  expect(await postEvents(payload, { by: '' })).toBe(403);
  expect(await postEvents(payload, { at: after(noon, -minutes(6)) })).toBe(403);
  expect(await postEvents({ events: [{ ...event('bounce', email), type: 'other' }] })).toBe(422);
  expect(await settings(cookie)).toMatchObject({ consent: { given: true }, problem: null });
  expect(await postEvents(payload, { by: 'the one before' })).toBe(200);
  expect(await settings(cookie)).toMatchObject({ consent: { given: false } });
});

test('an event for an unknown address stores nothing', async () => {
  const before = await owner.query('select count(*)::int n from mail_delivery_problems');
  expect(await postEvents({ events: [event('bounce', 'unknown@example.com')] })).toBe(200);
  expect((await owner.query('select count(*)::int n from mail_delivery_problems')).rows).toEqual(before.rows);
});

test('an address the mail server rejects counts as a bounce, is not retried, and gets money mails', async () => {
  const { email, cookie } = await createConsenting();
  let attempts = 0;
  const log = { warn: () => undefined, always: () => undefined };
  const post = openOutbox({ ...services, log }, async () => {
    attempts += 1;
    throw Object.assign(new Error('no such mailbox'), { responseCode: 550, command: 'RCPT TO' });
  });
  const letter = { subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' };
  const mail = letterAbout('order', email, { ...letter, url: `${services.config.origin}/orders/1` });
  await runAsJob(randomUUID(), () => post.mail(mail));
  await post.sendDue();
  server.setTime(after(noon, minutes(90)));
  await post.sendDue();
  expect(attempts).toBe(1);
  expect(await settings(cookie)).toMatchObject({
    consent: { given: false, source: 'bounce' },
    problem: { kind: 'bounce' },
  });
  await runAsJob(randomUUID(), () => post.mail(mail));
  await post.sendDue();
  expect(attempts).toBe(2);
});

test('a body with an impossible signature header is not read', async () => {
  const [url, payload] = ['/api/hooks/mail', 'x'.repeat(300_000)];
  const post = async (header?: string) => {
    const headers = { 'content-type': 'application/json', ...(header !== undefined && { 'mail-signature': header }) };
    return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  const seconds = Math.floor(noon.getTime() / 1000);
  for (const header of [undefined, 'v1=0', `t=${seconds}`, `t=${seconds - 310},v1=0`])
    expect(await post(header)).toBe(403);
  expect(await post(`t=${seconds},v1=0`)).toBe(413);
});
