import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { cardPayables } from '../../payables.ts';
import { isSigned, signature } from '../../platform/signed.ts';
import { handleEvent } from './handle-event.ts';
import { sandboxSecret } from './sandbox-gateway.ts';

/** What is not a provider's word, or not about what is due, moves nothing: over the real route. */
const server = await serverUnderTest();
const { rowsOf } = suspicionsOn(server);
const who = await newCustomer(server, 'Ina Brown');
const { paymentId } = await planByCard(server, who.cookie);
const secret = sandboxSecret(server.services.config, 'hook');

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
  `t=${at},v1=${signature(key, at, Buffer.from(payload))}`;

type Attack = (by: number) => Promise<{ status: number; kept?: string }>;
const says = (wishes: object = {}) => sandboxSays(paymentId, wishes);
const refused = async (status: Promise<number>) => ({ status: await status });

/** Each sends one hook that must move nothing; `kept` is the charge that is money all the same. */
const attacks: Readonly<Record<string, Attack>> = {
  noSignature: () => refused(inject(JSON.stringify(says()), undefined)),
  madeUp: (by) => refused(inject(JSON.stringify(says()), `t=${nowSeconds()},v1=${by.toString(16).padStart(64, '0')}`)),
  wrongKey: (by) => refused(sendHook(server, says(), { secret: `${secret}${by}` })),
  expired: (by) => refused(sendHook(server, says(), { at: nowSeconds() - 310 - by })),
  ahead: (by) => refused(sendHook(server, says(), { at: nowSeconds() + 310 + by })),
  replayedUnderAnotherMoment: () => {
    const payload = JSON.stringify(says());
    const old = signed(payload, secret, nowSeconds() - 400).replace(/t=\d+/, `t=${nowSeconds()}`);
    return refused(inject(payload, old));
  },
  changedAfterSigning: (by) => {
    const payload = JSON.stringify(says({ amount: '1.00' }));
    return refused(inject(payload.replace('1.00', `${6000 + by}.00`), signed(payload)));
  },
  ofTheLink: () => refused(sendHook(server, says(), { secret: sandboxSecret(server.services.config, 'link') })),
  twoMoments: () => {
    const payload = JSON.stringify(says());
    return refused(inject(payload, `t=${nowSeconds() - 1},${signed(payload)}`));
  },
  anotherProvider: () => refused(sendHook(server, says(), { provider: 'nobody' })),
  notOne: (by) => refused(inject(`{"id": ${by}`, signed(`{"id": ${by}`))),
  anAmountOfNothing: () => refused(sendHook(server, says({ amount: '0.00' }))),
  anUnknownCurrency: () => refused(sendHook(server, says({ currency: 'EUR' }))),
  wrongAmount: async (by) => {
    const said = says({ amount: `${(by % 5999) + 1}.00` });
    return { status: await sendHook(server, said), kept: said.transaction };
  },
  wrongCurrency: async () => {
    const said = says({ currency: 'USD' });
    return { status: await sendHook(server, said), kept: said.transaction };
  },
  nobodysReference: async () => {
    const said = sandboxSays(randomUUID());
    return { status: await sendHook(server, said), kept: said.transaction };
  },
};

test('of a thousand hooks that are forged, late, changed or about something else none is taken', async () => {
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
  // What was signed and is about nothing that we know is money: each charge on one line, and no line more.
  const lines = await rowsOf<{ reference: string }>(
    `select reference from movements where rail = 'card' and user_id is null`,
  );
  expect(lines.map(({ reference }) => reference).sort()).toEqual(kept.map((id) => `sandbox:${id}`).sort());
  expect(server.faults).toEqual([]);
}, 120_000);

test('a body larger than any hook is not read', async () => {
  const large = JSON.stringify({ ...says(), name: 'x'.repeat(20_000) });
  expect(await inject(large, `t=${nowSeconds()},v1=0`)).toBe(413);
});

test('what cannot be signed, by its head, is not read: no signature, none of now, nobody we know', async () => {
  const large = JSON.stringify({ ...says(), name: 'x'.repeat(20_000) });
  for (const header of [undefined, '', 'v1=0', `t=${nowSeconds()}`, `t=${nowSeconds() - 310},v1=0`])
    expect(await inject(large, header)).toBe(403);
  for (const nobody of ['wipay', 'fygaro', 'toString']) {
    const url = `/api/hooks/card/${nobody}`;
    expect((await server.app.inject({ method: 'POST', url, payload: large })).statusCode).toBe(404);
  }
});

test('of two secrets, one in the place of the other, both count', async () => {
  const [body, now] = [Buffer.from('{}'), new Date(1_760_000_000_000)];
  const header = `t=1760000000,v1=${signature('new', 1_760_000_000, body)}`;
  expect(isSigned({ header, body, secrets: ['new', 'old'], now })).toBe(true);
  expect(isSigned({ header, body, secrets: ['old'], now })).toBe(false);
  const both = `t=1760000000,v1=${signature('gone', 1_760_000_000, body)},v1=${signature('old', 1_760_000_000, body)}`;
  expect(isSigned({ header: both, body, secrets: ['new', 'old'], now })).toBe(true);
});

test('an empty secret signs nothing', () => {
  const [body, now] = [Buffer.from('{}'), new Date()];
  const at = Math.floor(now.getTime() / 1000);
  const header = (secret: string) => `t=${at},v1=${signature(secret, at, body)}`;
  const secrets = ['a-secret-of-the-provider', ''];
  expect(isSigned({ header: header('a-secret-of-the-provider'), body, secrets, now })).toBe(true);
  expect(isSigned({ header: header(''), body, secrets, now })).toBe(false);
});
