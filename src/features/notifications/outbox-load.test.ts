import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { readMail, startSmtpServer } from '../../../fakes/mail/smtp-server.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, seconds } from '../../kernel/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openMailer } from '../../platform/email/mail.ts';
import { runAsJob } from '../../platform/jobs/jobs.ts';
import { letterAbout } from './email.ts';
import { openOutbox } from './send-mail.ts';

/** The full run: `NOTICES=10000 vitest run src/features/notifications/outbox-load.test.ts`. */
const noticeCount = Number(process.env['NOTICES'] ?? 300);
const server = await serverUnderTest();
const { owner, services } = server;
const smtp = await startSmtpServer();
afterAll(() => smtp.stop());
const noon = new Date('2026-11-25T17:00:00Z');

test(`${noticeCount} notices are delivered once each by a mail server that fails half of the time`, {
  timeout: 600_000,
}, async () => {
  server.setTime(noon);
  smtp.setMood('failing');
  const { SMTP_URL, MAIL_FROM } = { SMTP_URL: smtp.url, MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>' };
  const deliver = openMailer(readConfig({ AUTH_SECRET: 'x', SMTP_URL, MAIL_FROM }), services.pool);
  let failed = 0;
  const warn = () => {
    failed += 1;
  };
  const log = { warn, always: () => undefined };
  const post = openOutbox({ ...services, log }, deliver);
  const people = await Promise.all(Array.from({ length: 3 }, () => newCustomer(server)));
  const url = `${services.config.origin}/dashboard`;
  const begun = performance.now();
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
    `${noticeCount} notices created in ${((createdAt - begun) / 1000).toFixed(1)} s, delivered after ${s(begun)} s, ${failed} failed tries`,
  );
  server.setTime(null);
});
