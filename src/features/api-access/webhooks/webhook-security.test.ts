import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../../clients/typescript/src/webhooks.ts';
import { createUserWithFactor } from '../../../../test/programs.ts';
import type { Customer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { createToken, storeToken } from '../../accounts/token-store.ts';
import { buildWebhookHeaders, classifyTry, createWebhookSecret, maxTries } from './deliver.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

describe('signatures', () => {
  test('the signature matches the published Standard Webhooks example', () => {
    const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl';
    const body = '{"event_type":"ping","data":{"success":true}}';
    const at = new Date(1_731_705_121_000);
    expect(buildWebhookHeaders({ id: 'msg_loFOjxBNrRLzqYUf', at, body, secrets: [secret] })['webhook-signature']).toBe(
      'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    );
  });

  const at = new Date('2026-11-27T12:00:00Z');
  const body = '{"type":"receipt.ready","timestamp":"2026-11-27T12:00:00.000Z","data":{"orderId":"x"}}';
  const secret = createWebhookSecret();
  const headers = buildWebhookHeaders({ id: 'msg_1', at, body, secrets: [secret] });
  const verified = (more: object) =>
    verifyWebhook({ secret, headers, body, now: at, ...more }).then(
      () => true,
      () => false,
    );

  test('verification rejects changed bits, another secret and old timestamps', async () => {
    expect(await verified({})).toBe(true);
    const bytes = Buffer.from(body);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await verified({ body: changed.toString('latin1') })).toBe(false);
      }),
      { numRuns: 500 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(headers)), fc.nat(), async (name, n) => {
        const text = headers[name] ?? '';
        const place = n % text.length;
        const sign = text[place] === 'A' ? 'B' : 'A';
        const changed = { ...headers, [name]: text.slice(0, place) + sign + text.slice(place + 1) };
        // A changed last character may decode to the same bytes, because its low bits are unused.
        if (Buffer.from(changed[name] ?? '', 'base64').equals(Buffer.from(text, 'base64')) && name.endsWith('ature'))
          return;
        expect(await verified({ headers: changed })).toBe(false);
      }),
      { numRuns: 300 },
    );
    expect(await verified({ secret: createWebhookSecret() })).toBe(false);
    for (const seconds of [-301, 301])
      expect(await verified({ now: new Date(at.getTime() + seconds * 1000) })).toBe(false);
    for (const seconds of [-299, 299])
      expect(await verified({ now: new Date(at.getTime() + seconds * 1000) })).toBe(true);
    const hmac = createHmac('sha256', 'x').update(body).digest('base64');
    for (const wrong of ['', 'v1', `v2,${hmac}`, `v1,${hmac}`])
      expect(await verified({ headers: { ...headers, 'webhook-signature': wrong } })).toBe(false);
  });

  test('a 2xx answer succeeds, 410 ends and all others are retried', () => {
    for (const answered of [200, 204, 299]) expect(classifyTry({ answered, tries: 1 })).toBe('taken');
    for (const answered of [null, 0, 301, 400, 404, 429, 500, 503])
      expect([classifyTry({ answered, tries: 1 }), classifyTry({ answered, tries: maxTries })]).toEqual([
        'later',
        'given_up',
      ]);
    expect(classifyTry({ answered: 410, tries: 1 })).toBe('given_up');
  });
});

/** A password reset must also stop a webhook that a thief adds at the same time. */

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'done' : body.code);
const add = ({ cookie }: Customer) =>
  call<{ id: string; code?: string }>('programs/addWebhook', { url: `https://hooks.example/${randomUUID()}` }, cookie);
const isDeliveredNow = async ({ id }: Customer) =>
  (await owner.query('select from webhook_endpoints where user_id = $1 and paused_at is null', [id])).rowCount;

/** Starts an action, but blocks its first write until the caller releases it. */
async function heldUp({ id }: Customer, act: () => Promise<unknown>) {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 1)
       on conflict (key) do update set tries = rate_limits.tries`,
    [`changed:${id}`],
  );
  const acting = act();
  const waits = async () =>
    (
      await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
           and query like '%rate_limits%'`,
      )
    ).rowCount;
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  return async () => {
    await client.query('commit');
    client.release();
    await acting;
  };
}

async function mailed({ email }: Customer, purpose: 'reset' | 'not_me'): Promise<string> {
  const token = createToken();
  const about = { ...(purpose === 'not_me' && { about: { signedInAt: new Date(), browser: null } }) };
  expect(await storeToken(services.authDb, email, { purpose, token, ...about })).toBe(true);
  return token;
}

const password = 'Canary-Secret-9081!';
const takeovers = {
  'a new password by mail': async (customer: Customer) =>
    call<{ code?: string }>('accounts/resetPassword', { token: await mailed(customer, 'reset'), password }),
  'This was not me': async (customer: Customer) =>
    call<{ code?: string }>('accounts/thisWasNotMe', { token: await mailed(customer, 'not_me') }),
};

test.each(Object.entries(takeovers))('an endpoint added during %s receives nothing', async (_, takes) => {
  const customer = await createUserWithFactor(server);
  const goOn = await heldUp(customer, () => add(customer));
  expect(codeOf(await takes(customer))).toBe('done');
  await goOn();
  expect(await isDeliveredNow(customer)).toBe(0);
});

test.each(Object.entries(takeovers))('an endpoint resumed during %s receives nothing', async (_, takes) => {
  const customer = await createUserWithFactor(server);
  const { body } = await add(customer);
  await owner.query(`update webhook_endpoints set paused_at = now(), paused_reason = 'owner' where id = $1`, [body.id]);
  const goOn = await heldUp(customer, () => call('programs/resumeWebhook', { id: body.id }, customer.cookie));
  expect(codeOf(await takes(customer))).toBe('done');
  await goOn();
  expect(await isDeliveredNow(customer)).toBe(0);
});
