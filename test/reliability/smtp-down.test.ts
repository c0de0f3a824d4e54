import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readMail, type SmtpServer, startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openMailer, renderEmail } from '../../src/platform/email/mail.ts';
import { buildSignUpForm, call } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDatabase } from './fresh-database.ts';
import { startInProcess } from './run-in-process.ts';
import { until } from './until.ts';

const database = await createDatabase('demo');
const port = await freePort();
const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>' };
const origin = await startInProcess(database.url, env);
let server: SmtpServer | null = null;
const startServer = async () => {
  server = await startSmtpServer(port);
  return server;
};
const stopServer = async () => {
  await server?.stop();
  server = null;
};
afterAll(stopServer);
beforeEach(stopServer);

type JobRow = { state: string; retry_count: number };
const loadJob = async (email: string): Promise<JobRow | undefined> => {
  const sql = `select state::text, retry_count from pgboss.job
    where data->>'email' = $1 and name like 'accounts.%' order by created_on desc`;
  return (await database.owner.query<JobRow>(sql, [email])).rows[0];
};
const waitForRetry = (email: string, tries = 1) =>
  until('the job to try again', async () => {
    const job = await loadJob(email);
    return job?.state === 'retry' && job.retry_count >= tries - 1;
  });
const makeRetriesDue = () => database.owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
const done = (email: string) => until('the job to be done', async () => (await loadJob(email))?.state === 'completed');

describe('while the mail server is stopped', () => {
  test('signing up works, and the mail arrives once when the server is back', async () => {
    const answer = await call(origin, 'accounts/signUp', buildSignUpForm('ann@example.com'));
    expect(answer).toMatchObject({ status: 200, body: { email: 'ann@example.com' } });
    await waitForRetry('ann@example.com');

    const { mails } = await startServer();
    await makeRetriesDue();
    await done('ann@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: 'no-reply@cryptocommerce.example', to: ['ann@example.com'] });
  });

  test('the mail for a new password is retried, too', async () => {
    await call(origin, 'accounts/requestPasswordReset', { email: 'tier1@demo.test' });
    await waitForRetry('tier1@demo.test');
    const { mails } = await startServer();
    await makeRetriesDue();
    await done('tier1@demo.test');
    expect(mails.map(({ to }) => to)).toEqual([['tier1@demo.test']]);
    const { parts } = readMail(mails[0] ?? never());
    const token = /access_token=([\w.-]+)/.exec(parts.get('text/plain') ?? '')?.[1];
    const reset = await call(origin, 'accounts/resetPassword', { token, password: 'Green-Parrot-77!' });
    expect(reset.status).toBe(200);
  });
});

test('a temporary rejection is retried later', async () => {
  const { mails, setMode } = await startServer();
  setMode('refusing');
  await call(origin, 'accounts/signUp', buildSignUpForm('grey@example.com'));
  await waitForRetry('grey@example.com');
  expect(mails).toEqual([]);
  setMode('ok');
  await makeRetriesDue();
  await done('grey@example.com');
  expect(mails.filter(({ to }) => to[0] === 'grey@example.com')).toHaveLength(1);
});

test('a mail has text and HTML with the same working link', async () => {
  const { mails } = await startServer();
  await call(origin, 'accounts/signUp', buildSignUpForm('both@example.com'));
  await done('both@example.com');
  const { headers, parts } = readMail(mails[0] ?? never());
  expect(headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative/);
  expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);
  const link = /http:\S+access_token=\S+/.exec(parts.get('text/plain') ?? '')?.[0] ?? '';
  expect(parts.get('text/html')).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  expect((await call(origin, 'accounts/verifyEmail', { token })).body).toMatchObject({ next: 'password' });
});

describe('header injection', () => {
  test.each([
    ['first name', { firstName: 'Eve\r\nBcc: eve@example.com' }],
    ['last name', { lastName: 'Eve\nBcc: eve@example.com' }],
    ['occupation', { occupation: 'Teacher\r\n\r\nNew body' }],
    ['address', { email: 'eve@example.com\r\nRCPT TO:<eve2@example.com>' }],
    ['list of addresses', { email: 'eve@example.com, eve2@example.com' }],
  ])('a sign-up with a header in its %s is refused', async (_where, wicked) => {
    const answer = await call(origin, 'accounts/signUp', { ...buildSignUpForm('eve@example.com'), ...wicked });
    expect(answer.status).toBe(400);
  });

  test('line breaks in a subject or an address add no header and no recipient', async () => {
    const { mails, url } = await startServer();
    const config = readConfig({ ...env, SMTP_URL: url, AUTH_SECRET: 'x' });
    const mail = openMailer(config, database.owner);
    const content = {
      subject: 'Hello\r\nBcc: eve@example.com',
      greeting: 'Hi',
      paragraphs: [],
      button: 'Go',
      url: 'https://a.test',
      closing: 'Bye',
    };
    await mail(renderEmail('ann@example.com', content));
    await mail({ ...renderEmail('ann@example.com', content), to: 'ann@example.com\r\nBcc: eve@example.com' }).catch(
      () => null,
    );
    expect(mails.length).toBeGreaterThan(0);
    for (const recipients of mails) {
      expect(recipients.to).toHaveLength(1);
      expect(recipients.to[0]).not.toContain('eve@');
      expect(readMail(recipients).headers.has('bcc')).toBe(false);
    }
  });
});

function never(): never {
  throw new Error('no email was received');
}
