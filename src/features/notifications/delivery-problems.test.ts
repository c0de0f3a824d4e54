import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { markAccountsClosed } from '../../../test/erasure-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { signPayload } from '../../platform/http/webhook-signature.ts';
import { runAsJob } from '../../platform/jobs/jobs.ts';
import { letterAbout } from './email.ts';
import { openOutbox } from './send-mail.ts';

const secret = 'a secret between the mail service and us';
const server = await serverWithoutFaults({ MAIL_HOOK_SECRETS: `${secret},the one before` });
const { app, call, owner, services } = server;
const noon = new Date('2026-11-25T17:00:00Z');
beforeEach(() => server.setTime(noon));

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
    const [ina, oma] = [await createConsenting(), await createConsenting()];
    const problem = event(type, ina.email.toUpperCase());
    expect(await postEvents({ events: [problem] })).toBe(200);
    expect(await settings(ina.cookie)).toMatchObject({
      consent: { given: false, source: type },
      problem: { kind: type },
    });
    expect(await settings(oma.cookie)).toMatchObject({ consent: { given: true }, problem: null });
    await call('notices/setMarketing', { given: true }, ina.cookie);
    expect(await postEvents({ events: [problem] })).toBe(200);
    expect(await settings(ina.cookie)).toMatchObject({ consent: { given: true } });
  },
);

test('a complaint about a reused address ends marketing for its open account', async () => {
  const [gone, back] = [await newCustomer(server), await createConsenting()];
  await markAccountsClosed(server, gone.id);
  await owner.query(`update auth."user" set email = 'closed-' || id || '@closed.invalid' where id = $1`, [gone.id]);
  for (const table of ['auth."user"', 'profiles'])
    await owner.query(`update ${table} set email = $2 where id = $1`, [back.id, gone.email]);
  expect(await postEvents({ events: [event('complaint', gone.email)] })).toBe(200);
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

test('an address the mail server rejects counts as a bounce, is not retried, and still gets money mails', async () => {
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
