import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { asJob } from '../../platform/jobs.ts';
import type { Mail } from '../../platform/mail.ts';
import { forgetOldMails } from './jobs.ts';
import type { Kind } from './kinds.ts';
import { letterAbout } from './letter.ts';
import type { Told } from './notice-store.ts';
import { openPost } from './post.ts';

/** A letter is told on the page and leaves by mail: once, whatever happens to mail server, process and database. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const noon = new Date('2026-11-25T17:00:00Z');
beforeEach(() => server.setTime(noon));
afterEach(async () => {
  await owner.query('delete from mails');
});

const letter = (subject: string) => ({
  ...{ subject, greeting: 'Hello Ina,', paragraphs: ['Something happened.'], button: 'See it', closing: 'Bye' },
  url: `${services.config.origin}/dashboard?from=mail`,
});
/** A post of its own, and what left by it. `takes` decides of each try whether the mail server takes it. */
function postWith(takes: (mail: Mail) => boolean = () => true, pool = services.pool) {
  const left: Mail[] = [];
  const log = { warn: () => undefined, always: () => undefined };
  const post = openPost({ ...services, pool, log }, async (mail) => {
    if (!takes(mail)) throw new Error('451 try again later');
    left.push(mail);
  });
  return { ...post, left };
}
/** As a job that writes one letter does. */
const write = (
  post: ReturnType<typeof postWith>,
  to: string,
  { kind = 'plan' as Kind, subject = 'News', job = randomUUID() } = {},
) => asJob(job, () => post.mail(letterAbout(kind, to, letter(subject))));
const told = async (cookie: string) =>
  (await call<{ notices: Told[] }>('notices/list', {}, cookie)).body.notices.map(({ title }) => title);
const advance = (ms: number) => server.setTime(after(services.clock(), ms));

test('a letter stands on its reader’s page and leaves, with why and where to change it below', async () => {
  const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
  const post = postWith();
  await write(post, ina.email, { subject: 'Your plan ends' });
  await post.sendDue();
  expect((await call('notices/list', {}, ina.cookie)).body).toMatchObject({
    notices: [{ kind: 'plan', title: 'Your plan ends', path: '/dashboard?from=mail', readAt: null }],
    next: null,
  });
  expect(await told(oma.cookie)).toEqual([]);
  expect(post.left).toMatchObject([{ to: ina.email, subject: 'Your plan ends', id: expect.any(String) }]);
  const [mail] = post.left;
  expect(mail?.text).toContain('mails of this kind are on for you');
  expect(mail?.html).toContain('/stop-mails#token=');
  expect(mail?.stop).toContain('/api/notices/stop?token=');
  const { rows } = await owner.query('select body, sent_at from mails');
  expect(rows).toEqual([{ body: null, sent_at: noon }]);
});

test('a job that runs again tells and sends nothing more', async () => {
  const ina = await newCustomer(server);
  const post = postWith();
  const job = randomUUID();
  for (let n = 0; n < 3; n++) await write(post, ina.email, { job });
  await post.sendDue();
  expect([post.left.length, (await told(ina.cookie)).length]).toEqual([1, 1]);
  await write(post, ina.email);
  await post.sendDue();
  expect([post.left.length, (await told(ina.cookie)).length]).toEqual([2, 2]);
});

test('two processes at the same mails send each of them once', async () => {
  const ina = await newCustomer(server);
  const down = postWith(() => false);
  await Promise.all(Array.from({ length: 30 }, (_, n) => write(down, ina.email, { subject: `Notice ${n}` })));
  await down.sendDue();
  advance(minutes(5));
  const posts = [postWith(), postWith()];
  await Promise.all(posts.map(({ sendDue }) => sendDue()));
  const all = posts.flatMap(({ left }) => left.map(({ subject }) => subject));
  expect([all.length, new Set(all).size]).toEqual([30, 30]);
});

test('what a dead process held leaves after its claim, under the same id', async () => {
  const ina = await newCustomer(server);
  let reached: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const ids: (string | undefined)[] = [];
  const log = { warn: () => undefined, always: () => undefined };
  // Its talk with the mail server never ends: the process is gone in the middle of it.
  const dead = openPost({ ...services, log }, ({ id }) => {
    ids.push(id);
    reached();
    return new Promise(() => undefined);
  });
  await asJob(randomUUID(), () => dead.mail(letterAbout('plan', ina.email, letter('Held'))));
  await arrived;
  const other = postWith();
  expect(await other.sendDue()).toBe(0);
  advance(minutes(11));
  expect(await other.sendDue()).toBe(1);
  expect(other.left.map(({ id }) => id)).toEqual(ids);
});

test('what left is not sent again where the database was away when that was to be written down', async () => {
  const ina = await newCustomer(server);
  let away = false;
  const pool = new Proxy(services.pool, {
    get: (real, name) => {
      if (name === 'connect' && away) return () => Promise.reject(new Error('the database is away'));
      const part = Reflect.get(real, name, real);
      return typeof part === 'function' ? part.bind(real) : part;
    },
  });
  const post = postWith(() => {
    away = true;
    return true;
  }, pool);
  await write(post, ina.email);
  await expect(post.sendDue()).rejects.toThrow('away');
  expect(post.left).toHaveLength(1);
  away = false;
  advance(hours(1));
  await post.sendDue();
  expect(post.left).toHaveLength(1);
  expect((await owner.query('select sent_at is not null sent from mails')).rows).toEqual([{ sent: true }]);
});

test('after two days without a mail server nobody tries any more, and nothing of the mail is kept', async () => {
  const ina = await newCustomer(server);
  const post = postWith(() => false);
  await write(post, ina.email);
  for (let n = 0; n < 60; n++) {
    await post.sendDue();
    advance(hours(1));
  }
  const { rows } = await owner.query('select body, sent_at, given_up_at is not null "over" from mails');
  expect(rows).toEqual([{ body: null, sent_at: null, over: true }]);
  expect(await told(ina.cookie)).toEqual(['News']);
});

test('a letter with a secret is told without it and kept nowhere', async () => {
  const ina = await newCustomer(server);
  const post = postWith();
  const job = randomUUID();
  const secret = { ...letterAbout('security', ina.email, letter('New sign-in')), secret: true as const };
  await asJob(job, () => post.mail(secret));
  expect(post.left).toMatchObject([{ subject: 'New sign-in', id: job }]);
  expect((await call('notices/list', {}, ina.cookie)).body).toMatchObject({
    notices: [{ kind: 'security', path: '/profile' }],
  });
  expect((await owner.query('select 1 from mails')).rows).toEqual([]);
});

test('an address without an open account has its mail and no page', async () => {
  const post = postWith();
  await write(post, 'nobody@example.com', { kind: 'security' });
  await post.sendDue();
  expect(post.left.map(({ to }) => to)).toEqual(['nobody@example.com']);
  const { rows } = await owner.query(`select 1 from notices where facts ->> 'title' = 'nobody'`);
  expect(rows).toEqual([]);
});

test('to whom a mail went is forgotten after a month, with an account or without one; what waits stays', async () => {
  const oma = await newCustomer(server);
  // As of whoever closed their account: the mail hangs on nobody.
  const gone = 'gone@example.com';
  const post = postWith(({ to }) => to === gone);
  await write(post, gone, { kind: 'security' });
  await write(post, oma.email, { kind: 'security' });
  await post.sendDue();
  const kept = async () =>
    (await owner.query<{ to: string }>('select to_address "to" from mails')).rows.map(({ to }) => to).sort();
  advance(days(29));
  await forgetOldMails(services);
  expect(await kept()).toEqual([gone, oma.email].sort());
  advance(days(2));
  await forgetOldMails(services);
  expect(await kept()).toEqual([oma.email]);
});
