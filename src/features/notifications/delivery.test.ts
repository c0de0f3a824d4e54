import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { readMail, startSmtpServer } from '../../../fakes/mail/smtp-server.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, seconds } from '../../kernel/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openMailer } from '../../platform/email/mail.ts';
import { runAsJob } from '../../platform/jobs/jobs.ts';
import { backoffMs, chooseChannel, isRetryOver, skipQuietHours } from './deliver.ts';
import { letterAbout } from './email.ts';
import { isMandatory, kinds, type NoticeKind, optionalKinds } from './kinds.ts';
import { openOutbox } from './send-mail.ts';
import { formatUnsubscribeToken, parseUnsubscribeToken } from './unsubscribe.ts';

const server = await serverUnderTest();
const { owner, services } = server;

const usual = { mail: true, digest: false, quiet: true, consent: false };
const noon = new Date('2026-11-25T17:00:00Z');
const night = new Date('2026-11-26T03:00:00Z');
const morning = new Date('2026-11-26T13:00:00Z');

test.each([
  ['2026-11-26T01:59:59Z', '2026-11-26T01:59:59Z'],
  ['2026-11-26T02:00:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T04:59:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T05:00:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T12:59:59Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T13:00:00Z', '2026-11-26T13:00:00Z'],
])('a mail created at %s is sent at %s', (at, out) => expect(skipQuietHours(new Date(at))).toEqual(new Date(out)));

test('security and money are sent immediately despite other settings', () => {
  for (const kind of Object.keys(kinds) as NoticeKind[])
    if (isMandatory(kind))
      expect(chooseChannel(kind, { mail: false, digest: true, quiet: true, consent: false }, night)).toEqual({
        channel: 'mail',
        sendAfter: night,
      });
  expect((Object.keys(kinds) as NoticeKind[]).filter(isMandatory)).toEqual(['security', 'order', 'payment']);
});

test('a service mail waits at night, joins the digest, or is not sent, as the settings say', () => {
  expect(chooseChannel('plan', usual, noon)).toEqual({ channel: 'mail', sendAfter: noon });
  expect(chooseChannel('plan', usual, night)).toEqual({ channel: 'mail', sendAfter: morning });
  expect(chooseChannel('plan', { ...usual, quiet: false }, night)).toEqual({ channel: 'mail', sendAfter: night });
  expect(chooseChannel('plan', { ...usual, digest: true }, noon)).toEqual({ channel: 'digest' });
  expect(chooseChannel('plan', { ...usual, mail: false, digest: true }, noon)).toEqual({ channel: 'none' });
});

test('marketing needs consent and mails that are turned on', () => {
  expect(chooseChannel('news', usual, noon)).toEqual({ channel: 'none' });
  expect(chooseChannel('news', { ...usual, consent: true }, noon)).toMatchObject({ channel: 'mail' });
  expect(chooseChannel('news', { ...usual, consent: true, mail: false }, noon)).toEqual({ channel: 'none' });
});

test('retries back off up to an hour and end after two days', () => {
  expect([1, 2, 3, 11, 12, 60].map(backoffMs)).toEqual([2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000]);
  const since = new Date('2026-11-23T16:59:00Z');
  expect(isRetryOver({ tries: 50, since, now: noon })).toBe(true);
  expect(isRetryOver({ tries: 50, since: new Date('2026-11-23T17:01:00Z'), now: noon })).toBe(false);
  // Quiet hours use up no tries, so a delayed mail is not given up.
  expect(isRetryOver({ tries: 2, since, now: noon })).toBe(false);
});

const secrets = { authSecret: 'a secret of this test', formerSecrets: ['the one before'] };
const person = randomUUID();

test('an unsubscribe token stops its kind for its recipient only', () => {
  for (const kind of optionalKinds) {
    const token = formatUnsubscribeToken(secrets, { person, kind });
    expect(parseUnsubscribeToken(secrets, token)).toEqual({ person, kind });
    expect(parseUnsubscribeToken(secrets, token.replace(person, randomUUID()))).toBeNull();
    expect(
      parseUnsubscribeToken(secrets, token.replace(`.${kind}.`, kind === 'plan' ? '.news.' : '.plan.')),
    ).toBeNull();
    expect(parseUnsubscribeToken(secrets, token.slice(0, -2))).toBeNull();
    expect(parseUnsubscribeToken({ authSecret: 'another', formerSecrets: [] }, token)).toBeNull();
  }
  const former = formatUnsubscribeToken({ authSecret: 'the one before', formerSecrets: [] }, { person, kind: 'news' });
  expect(parseUnsubscribeToken(secrets, former)).toEqual({ person, kind: 'news' });
});

test.each(['', '.', '..', `${person}.order.x`, `${person}.toString.x`, 'x.plan.y'])('%j is an invalid token', (token) =>
  expect(parseUnsubscribeToken(secrets, token)).toBeNull(),
);

describe('load', async () => {
  /** The full run: `NOTICES=10000 vitest run src/features/notifications/delivery.test.ts`. */
  const noticeCount = Number(process.env['NOTICES'] ?? 300);
  const smtp = await startSmtpServer();
  afterAll(() => smtp.stop());

  test(`${noticeCount} notices are delivered once each by a mail server that fails half of the time`, {
    timeout: 600_000,
  }, async () => {
    server.setTime(noon);
    smtp.setMode('failing');
    const { SMTP_URL, MAIL_FROM } = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>',
    };
    const deliver = openMailer(readConfig({ AUTH_SECRET: 'x', SMTP_URL, MAIL_FROM }), services.pool);
    let failed = 0;
    const warn = () => {
      failed += 1;
    };
    const log = { warn, always: () => undefined };
    const post = openOutbox({ ...services, log }, deliver);
    const people = await Promise.all(Array.from({ length: 3 }, () => newCustomer(server)));
    const url = `${services.config.origin}/dashboard`;
    const startedAt = performance.now();
    for (let n = 0; n < noticeCount; n++) {
      const { email } = people[n % people.length] ?? { email: '' };
      const content = {
        subject: `Notice ${n}`,
        greeting: 'Hello',
        paragraphs: ['So.'],
        button: 'See',
        closing: 'Bye',
        url,
      };
      await runAsJob(randomUUID(), () => post.mail(letterAbout('order', email, content)));
    }
    const createdAt = performance.now();
    for (let attempt = 0; attempt < 100 && smtp.mails.length < noticeCount; attempt++) {
      await post.sendDue();
      server.setTime(after(services.clock(), seconds(3600)));
    }
    await post.stop();
    const headers = smtp.mails.map((mail) => readMail(mail).headers);
    const [subjects, ids] = [
      headers.map((one) => one.get('subject')?.[0]),
      headers.map((one) => one.get('message-id')?.[0]),
    ];
    expect(smtp.mails).toHaveLength(noticeCount);
    expect(new Set(subjects).size).toBe(noticeCount);
    expect(new Set(ids).size).toBe(noticeCount);
    expect(failed).toBeGreaterThan(noticeCount / 2);
    const { rows } = await owner.query(
      'select (select count(*) from notices)::int created, (select count(*) from mails where sent_at is not null)::int sent',
    );
    expect(rows).toEqual([{ created: noticeCount, sent: noticeCount }]);
    const s = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
    console.info(
      `${noticeCount} notices created in ${((createdAt - startedAt) / 1000).toFixed(1)} s, delivered after ${s(startedAt)} s, ${failed} failed tries`,
    );
    server.setTime(null);
  });
});
