import { expect, test } from 'vitest';
import { demoPassword, demoPeople } from '../../fakes/people.ts';
import { buildSignUpForm, call } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { createDataFolder, start } from './product.ts';
import { until } from './until.ts';

const database = await createDatabase('demo');
const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const product = await start({ ...demo, DATABASE_URL: database.url, DATA_DIR: createDataFolder() });
const { origin } = product;

type DemoMail = { to: string; subject: string; text: string; html: string; links: string[]; sentAt: string };
const mailbox = async (to: string) =>
  (await (await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()) as DemoMail[];

test('standard output has one line: the address of the ready product', () => {
  expect(product.output.out).toBe(`Ready on http://localhost:${product.port}\n`);
});

test('the product is healthy and ready', async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const ready = await fetch(`${origin}/readyz`);
  const parts = { prices: true, lists: true, timetable: true, mail: true, disk: true };
  expect(await ready.json()).toEqual({ ok: true, database: true, migrated: true, ...parts });
  expect(ready.status).toBe(200);
});

test('every demo user can sign in', async () => {
  for (const { email } of demoPeople) {
    const { status, cookie } = await call(origin, 'accounts/signIn', { email, password: demoPassword });
    expect([email, status]).toEqual([email, 200]);
    expect((await call({ origin, cookie }, 'accounts/viewer')).body).toMatchObject({ email });
  }
});

test('the mailbox lists the mails to an address, newest first', async () => {
  await call(origin, 'accounts/signUp', buildSignUpForm('first@example.com'));
  await call(origin, 'accounts/signUp', buildSignUpForm('other@example.com'));
  await until('the first mail', async () => (await mailbox('first@example.com')).length === 1);
  await call(origin, 'accounts/resendVerification', { email: 'first@example.com' });
  const mails = await until('the second mail', async () => {
    const list = await mailbox('First@Example.com');
    return list.length === 2 && list;
  });
  for (const mail of mails) {
    expect(Object.keys(mail).sort()).toEqual(['html', 'links', 'sentAt', 'subject', 'text', 'to']);
    expect(mail.to).toBe('first@example.com');
    expect(mail.subject).toBe('Verify your email for Cryptocommerce');
    expect(mail.links).toEqual([expect.stringContaining(`${origin}/auth?type=signup#access_token=`)]);
    expect(mail.text).toContain(mail.links[0]);
    expect(mail.html).toContain('<a href=');
    expect(new Date(mail.sentAt).toISOString()).toBe(mail.sentAt);
  }
  const [newer, older] = mails.map(({ sentAt }) => Date.parse(sentAt));
  expect(newer).toBeGreaterThan(older ?? Number.POSITIVE_INFINITY);
  expect((await mailbox('')).length).toBeGreaterThanOrEqual(mails.length);
});

test('the mailbox page is served', async () => {
  const page = await fetch(`${origin}/dev/mailbox`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await page.text()).toContain('Verify your email for Cryptocommerce');
});
