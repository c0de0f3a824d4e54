import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSandboxEvent, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { isSignatureValid, signPayload } from '../../../platform/http/webhook-signature.ts';
import { handleEvent } from './handle-event.ts';
import { deriveSandboxSecret } from './sandbox-gateway.ts';

const server = await serverUnderTest();
const { rowsOf } = setUpSuspicions(server);
const who = await newCustomer(server, 'Ina Brown');
const { paymentId } = await startPlanByCard(server, who.cookie);
const secret = deriveSandboxSecret(server.services.config, 'hook');

const handleAll = async () => {
  const waiting = await rowsOf<{ id: string }>('select id from card_events where became is null');
  for (const { id } of waiting) await handleEvent(server.services, cardPayables, id);
};
const inject = async (payload: string, header: string | undefined) =>
  (
    await server.app.inject({
      method: 'POST',
      url: '/api/hooks/card/sandbox',
      headers: { 'content-type': 'application/json', ...(header !== undefined && { 'sandbox-signature': header }) },
      payload,
    })
  ).statusCode;
const nowSeconds = () => Math.floor(Date.now() / 1000);
const signed = (payload: string, key = secret, at = nowSeconds()) =>
  `t=${at},v1=${signPayload(key, at, Buffer.from(payload))}`;

type Attack = (by: number) => Promise<{ status: number; kept?: string }>;
const buildEvent = (wishes: object = {}) => buildSandboxEvent(paymentId, wishes);
const toStatus = async (status: Promise<number>) => ({ status: await status });

/** Each attack sends a webhook that must not pay the plan. `kept` is a charge recorded as unassigned money. */
const attacks: Readonly<Record<string, Attack>> = {
  noSignature: () => toStatus(inject(JSON.stringify(buildEvent()), undefined)),
  madeUp: (by) =>
    toStatus(inject(JSON.stringify(buildEvent()), `t=${nowSeconds()},v1=${by.toString(16).padStart(64, '0')}`)),
  wrongKey: (by) => toStatus(sendWebhook(server, buildEvent(), { secret: `${secret}${by}` })),
  expired: (by) => toStatus(sendWebhook(server, buildEvent(), { at: nowSeconds() - 310 - by })),
  ahead: (by) => toStatus(sendWebhook(server, buildEvent(), { at: nowSeconds() + 310 + by })),
  replayedUnderAnotherMoment: () => {
    const payload = JSON.stringify(buildEvent());
    const old = signed(payload, secret, nowSeconds() - 400).replace(/t=\d+/, `t=${nowSeconds()}`);
    return toStatus(inject(payload, old));
  },
  changedAfterSigning: (by) => {
    const payload = JSON.stringify(buildEvent({ amount: '1.00' }));
    return toStatus(inject(payload.replace('1.00', `${6000 + by}.00`), signed(payload)));
  },
  ofTheLink: () =>
    toStatus(sendWebhook(server, buildEvent(), { secret: deriveSandboxSecret(server.services.config, 'link') })),
  twoMoments: () => {
    const payload = JSON.stringify(buildEvent());
    return toStatus(inject(payload, `t=${nowSeconds() - 1},${signed(payload)}`));
  },
  anotherProvider: () => toStatus(sendWebhook(server, buildEvent(), { provider: 'unknown' })),
  notOne: (by) => toStatus(inject(`{"id": ${by}`, signed(`{"id": ${by}`))),
  anAmountOfNothing: () => toStatus(sendWebhook(server, buildEvent({ amount: '0.00' }))),
  anUnknownCurrency: () => toStatus(sendWebhook(server, buildEvent({ currency: 'EUR' }))),
  wrongAmount: async (by) => {
    const said = buildEvent({ amount: `${(by % 5999) + 1}.00` });
    return { status: await sendWebhook(server, said), kept: said.transaction };
  },
  wrongCurrency: async () => {
    const said = buildEvent({ currency: 'USD' });
    return { status: await sendWebhook(server, said), kept: said.transaction };
  },
  nobodysReference: async () => {
    const said = buildSandboxEvent(randomUUID());
    return { status: await sendWebhook(server, said), kept: said.transaction };
  },
};

test('a thousand forged, expired, changed or unmatched webhooks move nothing', async () => {
  const tries = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(attacks)), fc.nat(100_000)), 1_000);
  const kept: string[] = [];
  for (const [name, by] of tries) {
    const done = (await attacks[name]?.(by)) ?? { status: 0 };
    expect([name, done.status]).toEqual([name, done.kept ? 200 : expect.toBeOneOf([403, 404, 422])]);
    if (done.kept) kept.push(done.kept);
  }
  expect(new Set(tries.map(([name]) => name)).size).toBe(Object.keys(attacks).length);
  await handleAll();
  expect(await rowsOf('select pay_in, ended from payments where id = $1', [paymentId])).toEqual([
    { pay_in: 'awaiting', ended: null },
  ]);
  expect(await rowsOf('select status from subscriptions where user_id = $1', [who.id])).toEqual([
    { status: 'pending' },
  ]);
  // Each signed charge without a match is recorded once.
  const lines = await rowsOf<{ reference: string }>(
    `select reference from movements where rail = 'card' and user_id is null`,
  );
  expect(lines.map(({ reference }) => reference).sort()).toEqual(kept.map((id) => `sandbox:${id}`).sort());
  expect(server.faults).toEqual([]);
}, 120_000);

test('reading a body above the limit is refused', async () => {
  const large = JSON.stringify({ ...buildEvent(), name: 'x'.repeat(20_000) });
  expect(await inject(large, `t=${nowSeconds()},v1=0`)).toBe(413);
});

test('a body without a valid signature header is not read', async () => {
  const large = JSON.stringify({ ...buildEvent(), name: 'x'.repeat(20_000) });
  for (const header of [undefined, '', 'v1=0', `t=${nowSeconds()}`, `t=${nowSeconds() - 310},v1=0`])
    expect(await inject(large, header)).toBe(403);
  for (const provider of ['wipay', 'fygaro', 'toString']) {
    const url = `/api/hooks/card/${provider}`;
    expect((await server.app.inject({ method: 'POST', url, payload: large })).statusCode).toBe(404);
  }
});

test('two secrets are both accepted during a rotation', async () => {
  const [body, now] = [Buffer.from('{}'), new Date(1_760_000_000_000)];
  const header = `t=1760000000,v1=${signPayload('new', 1_760_000_000, body)}`;
  expect(isSignatureValid({ header, body, secrets: ['new', 'old'], now })).toBe(true);
  expect(isSignatureValid({ header, body, secrets: ['old'], now })).toBe(false);
  const both = `t=1760000000,v1=${signPayload('gone', 1_760_000_000, body)},v1=${signPayload('old', 1_760_000_000, body)}`;
  expect(isSignatureValid({ header: both, body, secrets: ['new', 'old'], now })).toBe(true);
});

test('an empty secret signs nothing', () => {
  const [body, now] = [Buffer.from('{}'), new Date()];
  const at = Math.floor(now.getTime() / 1000);
  const header = (secret: string) => `t=${at},v1=${signPayload(secret, at, body)}`;
  const secrets = ['a-secret-of-the-provider', ''];
  expect(isSignatureValid({ header: header('a-secret-of-the-provider'), body, secrets, now })).toBe(true);
  expect(isSignatureValid({ header: header(''), body, secrets, now })).toBe(false);
});
