import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../../clients/typescript/src/webhooks.ts';
import { mostTries, outcomeOf } from './outcome.ts';
import { newWebhookSecret, webhookHeads } from './signing.ts';

/** What we sign, and what whoever is told makes of it with the client that we publish. */
test('what is signed is what the published example of Standard Webhooks signs', () => {
  const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl';
  const body = '{"event_type":"ping","data":{"success":true}}';
  const at = new Date(1_731_705_121_000);
  expect(webhookHeads({ id: 'msg_loFOjxBNrRLzqYUf', at, body, secrets: [secret] })['webhook-signature']).toBe(
    'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  );
});

const at = new Date('2026-11-27T12:00:00Z');
const body = '{"type":"receipt.ready","timestamp":"2026-11-27T12:00:00.000Z","data":{"orderId":"x"}}';
const secret = newWebhookSecret();
const headers = webhookHeads({ id: 'msg_1', at, body, secrets: [secret] });
const verified = (more: object) =>
  verifyWebhook({ secret, headers, body, now: at, ...more }).then(
    () => true,
    () => false,
  );

test('whoever is told refuses any changed bit, another secret, and what is not of now', async () => {
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
      // The last sign of base64 before its filling holds bits that say nothing.
      if (Buffer.from(changed[name] ?? '', 'base64').equals(Buffer.from(text, 'base64')) && name.endsWith('ature'))
        return;
      expect(await verified({ headers: changed })).toBe(false);
    }),
    { numRuns: 300 },
  );
  expect(await verified({ secret: newWebhookSecret() })).toBe(false);
  for (const seconds of [-301, 301])
    expect(await verified({ now: new Date(at.getTime() + seconds * 1000) })).toBe(false);
  for (const seconds of [-299, 299])
    expect(await verified({ now: new Date(at.getTime() + seconds * 1000) })).toBe(true);
  const hmac = createHmac('sha256', 'x').update(body).digest('base64');
  for (const wrong of ['', 'v1', `v2,${hmac}`, `v1,${hmac}`])
    expect(await verified({ headers: { ...headers, 'webhook-signature': wrong } })).toBe(false);
});

test('a try is judged by what answered: 200 to 299 took it, 410 wants no more, all else is tried again', () => {
  for (const answered of [200, 204, 299]) expect(outcomeOf({ answered, tries: 1 })).toBe('taken');
  for (const answered of [null, 0, 301, 400, 404, 429, 500, 503])
    expect([outcomeOf({ answered, tries: 1 }), outcomeOf({ answered, tries: mostTries })]).toEqual([
      'later',
      'given_up',
    ]);
  expect(outcomeOf({ answered: 410, tries: 1 })).toBe('given_up');
});
