import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readMail, type SmtpServer, startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { readConfig } from '../../src/platform/config.ts';
import { dress, openMailer } from '../../src/platform/mail.ts';
import { call, signUpForm } from './customer.ts';
import { freePort } from './free-port.ts';
import { freshDatabase } from './fresh-database.ts';
import { until } from './patience.ts';
import { running } from './running.ts';

const database = await freshDatabase('demo');
const port = await freePort();
const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>' };
const origin = await running(database.url, env);
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
const jobOf = async (email: string): Promise<JobRow | undefined> => {
  const sql = `select state::text, retry_count from pgboss.job
    where data->>'email' = $1 and name like 'accounts.%' order by created_on desc`;
  return (await database.owner.query<JobRow>(sql, [email])).rows[0];
};
/** Once the mail could not be sent, its job waits for another try. */
const waitsAgain = (email: string, tries = 1) =>
  until('the job to try again', async () => {
    const job = await jobOf(email);
    return job?.state === 'retry' && job.retry_count >= tries - 1;
  });
/** Nobody waits here for as long as the job would: its next try is due now. */
const hurry = () => database.owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
const done = (email: string) => until('the job to be done', async () => (await jobOf(email))?.state === 'completed');

describe('while the mail server is stopped', () => {
  test('signing up answers as usual, and the mail arrives once when the server is back', async () => {
    const answer = await call(origin, 'accounts/signUp', signUpForm('ann@example.com'));
    expect(answer).toMatchObject({ status: 200, body: { email: 'ann@example.com' } });
    await waitsAgain('ann@example.com');

    const { mails } = await startServer();
    await hurry();
    await done('ann@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: 'no-reply@cryptocommerce.example', to: ['ann@example.com'] });
  });

  test('the mail for a new password is tried again, too', async () => {
    await call(origin, 'accounts/requestPasswordReset', { email: 'tier1@demo.test' });
    await waitsAgain('tier1@demo.test');
    const { mails } = await startServer();
    await hurry();
    await done('tier1@demo.test');
    expect(mails.map(({ to }) => to)).toEqual([['tier1@demo.test']]);
    const { parts } = readMail(mails[0] ?? never());
    const token = /access_token=([\w.-]+)/.exec(parts.get('text/plain') ?? '')?.[1];
    const reset = await call(origin, 'accounts/resetPassword', { token, password: 'Green-Parrot-77!' });
    expect(reset.status).toBe(200);
  });
});

test('a server that says "later" is asked again later', async () => {
  const { mails, setMood } = await startServer();
  setMood('refusing');
  await call(origin, 'accounts/signUp', signUpForm('grey@example.com'));
  await waitsAgain('grey@example.com');
  expect(mails).toEqual([]);
  setMood('ok');
  await hurry();
  await done('grey@example.com');
  // The new password of the test before is told by a mail of its own.
  expect(mails.filter(({ to }) => to[0] === 'grey@example.com')).toHaveLength(1);
});

test('a mail comes as text and as HTML that lead to the same place, and the link works', async () => {
  const { mails } = await startServer();
  await call(origin, 'accounts/signUp', signUpForm('both@example.com'));
  await done('both@example.com');
  const { headers, parts } = readMail(mails[0] ?? never());
  expect(headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative/);
  expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);
  const link = /http:\S+access_token=\S+/.exec(parts.get('text/plain') ?? '')?.[0] ?? '';
  expect(parts.get('text/html')).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  expect((await call(origin, 'accounts/verifyEmail', { token })).status).toBe(200);
});

describe('nobody writes headers into our mails', () => {
  test.each([
    ['first name', { firstName: 'Eve\r\nBcc: eve@example.com' }],
    ['last name', { lastName: 'Eve\nBcc: eve@example.com' }],
    ['occupation', { occupation: 'Teacher\r\n\r\nNew body' }],
    ['address', { email: 'eve@example.com\r\nRCPT TO:<eve2@example.com>' }],
    ['list of addresses', { email: 'eve@example.com, eve2@example.com' }],
  ])('a sign-up with a header in its %s is refused', async (_where, wicked) => {
    const answer = await call(origin, 'accounts/signUp', { ...signUpForm('eve@example.com'), ...wicked });
    expect(answer.status).toBe(400);
  });

  test('line ends in a subject or an address add neither header nor reader', async () => {
    const { mails, url } = await startServer();
    const config = readConfig({ ...env, SMTP_URL: url, AUTH_SECRET: 'x' });
    const mail = openMailer(config, database.owner);
    const letter = {
      subject: 'Hello\r\nBcc: eve@example.com',
      greeting: 'Hi',
      paragraphs: [],
      button: 'Go',
      url: 'https://a.test',
      closing: 'Bye',
    };
    await mail(dress('ann@example.com', letter));
    await mail({ ...dress('ann@example.com', letter), to: 'ann@example.com\r\nBcc: eve@example.com' }).catch(
      () => null,
    );
    expect(mails.length).toBeGreaterThan(0);
    for (const taken of mails) {
      expect(taken.to).toHaveLength(1);
      expect(taken.to[0]).not.toContain('eve@');
      expect(readMail(taken).headers.has('bcc')).toBe(false);
    }
  });
});

function never(): never {
  throw new Error('no mail was taken');
}
