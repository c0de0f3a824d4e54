import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { accountClosed } from '../../../test/long-gone.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { asJob } from '../../platform/jobs.ts';
import { signature } from '../../platform/signed.ts';
import { letterAbout } from './letter.ts';
import { openPost } from './post.ts';

/** Mails that come back, and readers who call ours spam: marketing stops, and nothing else. */
const secret = 'a secret between the mail service and us';
const server = await serverWithoutFaults({ MAIL_HOOK_SECRETS: `${secret},the one before` });
const { app, call, owner, services } = server;
const noon = new Date('2026-11-25T17:00:00Z');
beforeEach(() => server.setTime(noon));

const event = (type: string, address: string, id = randomUUID()) => ({ id, type, address, at: noon.toISOString() });
async function hook(payload: unknown, { by = secret, at = noon } = {}) {
  const body = Buffer.from(JSON.stringify(payload));
  const seconds = Math.floor(at.getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'mail-signature': `t=${seconds},v1=${signature(by, seconds, body)}`,
  };
  const answer = await app.inject({ method: 'POST', url: '/api/hooks/mail', headers, payload: body });
  return answer.statusCode;
}
const consenting = async () => {
  const customer = await newCustomer(server);
  expect((await call('notices/setMarketing', { given: true }, customer.cookie)).status).toBe(200);
  return customer;
};
const settings = async (cookie: string) =>
  (await call<{ consent: object | null; trouble: object | null }>('notices/settings', {}, cookie)).body;

test.each(['bounce', 'complaint'])(
  'a %s stops marketing at that address alone, and its owner reads why',
  async (type) => {
    const [ina, oma] = [await consenting(), await consenting()];
    const told = event(type, ina.email.toUpperCase());
    expect(await hook({ events: [told] })).toBe(200);
    expect(await settings(ina.cookie)).toMatchObject({
      consent: { given: false, saidBy: type },
      trouble: { kind: type },
    });
    expect(await settings(oma.cookie)).toMatchObject({ consent: { given: true }, trouble: null });
    // Told again it changes nothing, not even what was agreed to since.
    await call('notices/setMarketing', { given: true }, ina.cookie);
    expect(await hook({ events: [told] })).toBe(200);
    expect(await settings(ina.cookie)).toMatchObject({ consent: { given: true } });
  },
);

test('who closed an account and came back with its address gets no more marketing once they call it spam', async () => {
  const [gone, back] = [await newCustomer(server), await consenting()];
  // As closing leaves it: the profile keeps the address, the login gives it up.
  await accountClosed(server, gone.id);
  await owner.query(`update auth."user" set email = 'closed-' || id || '@closed.invalid' where id = $1`, [gone.id]);
  for (const table of ['auth."user"', 'profiles'])
    await owner.query(`update ${table} set email = $2 where id = $1`, [back.id, gone.email]);
  expect(await hook({ events: [event('complaint', gone.email)] })).toBe(200);
  expect(await settings(back.cookie)).toMatchObject({ consent: { given: false, saidBy: 'complaint' } });
});

test('what nobody of ours signed, too late or for other bytes, is not believed', async () => {
  const { email, cookie } = await consenting();
  const payload = { events: [event('bounce', email)] };
  expect(await hook(payload, { by: 'another secret' })).toBe(403);
  expect(await hook(payload, { by: '' })).toBe(403);
  expect(await hook(payload, { at: after(noon, -minutes(6)) })).toBe(403);
  expect(await hook({ events: [{ ...event('bounce', email), type: 'other' }] })).toBe(422);
  expect(await settings(cookie)).toMatchObject({ consent: { given: true }, trouble: null });
  expect(await hook(payload, { by: 'the one before' })).toBe(200);
  expect(await settings(cookie)).toMatchObject({ consent: { given: false } });
});

test('of an address that is nobody’s nothing is kept', async () => {
  const before = await owner.query('select count(*)::int n from mail_troubles');
  expect(await hook({ events: [event('bounce', 'nobody@example.com')] })).toBe(200);
  expect((await owner.query('select count(*)::int n from mail_troubles')).rows).toEqual(before.rows);
});

test('an address unknown to the mail server bounced: nobody tries again, and money is told all the same', async () => {
  const { email, cookie } = await consenting();
  let asked = 0;
  const log = { warn: () => undefined, always: () => undefined };
  const post = openPost({ ...services, log }, async () => {
    asked += 1;
    throw Object.assign(new Error('no such mailbox'), { responseCode: 550, command: 'RCPT TO' });
  });
  const letter = { subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' };
  const mail = letterAbout('order', email, { ...letter, url: `${services.config.origin}/orders/1` });
  await asJob(randomUUID(), () => post.mail(mail));
  await post.sendDue();
  server.setTime(after(noon, minutes(90)));
  await post.sendDue();
  expect(asked).toBe(1);
  expect(await settings(cookie)).toMatchObject({
    consent: { given: false, saidBy: 'bounce' },
    trouble: { kind: 'bounce' },
  });
  await asJob(randomUUID(), () => post.mail(mail));
  await post.sendDue();
  expect(asked).toBe(2);
});

test('what cannot be signed, by its head, is not read', async () => {
  const [url, payload] = ['/api/hooks/mail', 'x'.repeat(300_000)];
  const asks = async (header?: string) => {
    const headers = { 'content-type': 'application/json', ...(header !== undefined && { 'mail-signature': header }) };
    return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  const seconds = Math.floor(noon.getTime() / 1000);
  for (const header of [undefined, 'v1=0', `t=${seconds}`, `t=${seconds - 310},v1=0`])
    expect(await asks(header)).toBe(403);
  expect(await asks(`t=${seconds},v1=0`)).toBe(413);
});
