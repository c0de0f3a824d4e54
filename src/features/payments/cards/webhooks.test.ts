import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { buildSandboxEvent, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { productionEnvironment } from '../../../../test/reliability/production.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { jmd } from '../../../kernel/money.ts';
import { ConfigurationError, readConfig } from '../../../platform/config/config.ts';
import { isSignatureValid, signPayload } from '../../../platform/http/webhook-signature.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { handleEvent } from './handle-event.ts';
import { cardProviders, checkCardProviders, findCardsFault, getActiveGateway } from './providers/registry.ts';
import { sandboxCode, type TestCardName } from './providers/sandbox-cards.ts';
import { deriveSandboxSecret } from './providers/sandbox-page.ts';
import { hashWipay, verifyWipayReturn } from './providers/wipay.ts';
import { mountCardHooks } from './webhook-routes.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
const subscriber = await newCustomer(server, 'Ina Brown');
const { paymentId } = await startPlanByCard(server, subscriber.cookie);
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
type Attack = (by: number) => Promise<{ status: number; recordedId?: string }>;
const buildEvent = (wishes: object = {}) => buildSandboxEvent(paymentId, wishes);
const toStatus = async (status: Promise<number>) => ({ status: await status });

/** Each attack sends a webhook that must not pay the plan. `recordedId` is a charge recorded as unallocated money. */
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
    const event = buildEvent({ amount: `${(by % 5999) + 1}.00` });
    return { status: await sendWebhook(server, event), recordedId: event.transaction };
  },
  wrongCurrency: async () => {
    const event = buildEvent({ currency: 'USD' });
    return { status: await sendWebhook(server, event), recordedId: event.transaction };
  },
  nobodysReference: async () => {
    const event = buildSandboxEvent(randomUUID());
    return { status: await sendWebhook(server, event), recordedId: event.transaction };
  },
};

test('a thousand forged, expired, changed or unmatched webhooks move nothing', async () => {
  const tries = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(attacks)), fc.nat(100_000)), 1_000);
  const recordedIds: string[] = [];
  for (const [name, by] of tries) {
    const done = (await attacks[name]?.(by)) ?? { status: 0 };
    expect([name, done.status]).toEqual([name, done.recordedId ? 200 : expect.toBeOneOf([403, 404, 422])]);
    if (done.recordedId) recordedIds.push(done.recordedId);
  }
  expect(new Set(tries.map(([name]) => name)).size).toBe(Object.keys(attacks).length);
  await handleAll();
  expect(await rowsOf('select pay_in, ended from payments where id = $1', [paymentId])).toEqual([
    { pay_in: 'awaiting', ended: null },
  ]);
  expect(await rowsOf('select status from subscriptions where user_id = $1', [subscriber.id])).toEqual([
    { status: 'pending' },
  ]);
  // Each signed charge without a match is recorded once.
  const lines = await rowsOf<{ reference: string }>(
    `select reference from movements where rail = 'card' and user_id is null`,
  );
  expect(lines.map(({ reference }) => reference).sort()).toEqual(recordedIds.map((id) => `sandbox:${id}`).sort());
  expect(server.faults).toEqual([]);
}, 120_000);

test('a body without a valid signature header is not read', async () => {
  const large = JSON.stringify({ ...buildEvent(), name: 'x'.repeat(20_000) });
  for (const header of [undefined, '', 'v1=0', `t=${nowSeconds()}`, `t=${nowSeconds() - 310},v1=0`])
    expect(await inject(large, header)).toBe(403);
  for (const provider of ['wipay', 'fygaro', 'SANDBOX', '__proto__', 'constructor', 'toString', '..%2fsandbox']) {
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

await server.app.listen({ port: 0, host: '127.0.0.1' });

const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
const onPage = (url: string) => base + url.slice(url.indexOf('/dev/card'));
const linkOf = (url: string) => url.slice(url.indexOf('?') + 1);
const post = (form: Record<string, string>) =>
  fetch(`${base}/dev/card`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const eventsOf = (reference: string) =>
  rowsOf<{ id: string; outcome: string; name_on_card: string; card: string }>(
    'select id, outcome, name_on_card, card from card_events where reference = $1 order by id',
    [reference],
  );

async function pay(card: TestCardName) {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const answer = await post({ link: linkOf(url), card, name: 'Ina Brown' });
  return { paymentId, url, answer };
}

test('the page shows the signed amount and refuses changed links', async () => {
  const { url } = await startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const page = await fetch(onPage(url));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('J$6,000.00')]);
  for (const touched of [url.replace('amount=6000', 'amount=60'), url.slice(0, -1), url.replace('JMD', 'USD')])
    expect((await fetch(onPage(touched))).status).toBe(403);
  expect((await post({ link: linkOf(url.replace('6000', '60')), card: 'approve', name: 'x' })).status).toBe(403);
  server.setTime(after(new Date(), hours(1.1)));
  expect((await fetch(onPage(url))).status).toBe(403);
});

test('an approved card sends an event and returns with its charge number', async () => {
  const { paymentId, answer } = await pay('approve');
  const [event] = await eventsOf(paymentId);
  expect(event).toMatchObject({ outcome: 'approved', name_on_card: 'Ina Brown', card: '411111******1111' });
  expect(answer.status).toBe(303);
  const to = new URL(answer.headers.get('location') ?? '');
  expect([to.pathname, to.searchParams.get('transaction_id')]).toEqual(['/payment-success', paymentId]);
  expect(to.searchParams.get('sandbox_reference')).not.toBeNull();
  await handleEvent(server.services, cardPayables, event?.id ?? '');
  const state = await rowsOf('select pay_in from payments where id = $1', [paymentId]);
  expect(state).toEqual([{ pay_in: 'received' }]);
});

test('a declined card allows another try', async () => {
  const { paymentId, answer } = await pay('decline');
  expect(await answer.text()).toContain('Try another card');
  expect(await eventsOf(paymentId)).toMatchObject([{ outcome: 'declined' }]);
});

test('a card with a second step charges nothing before the right code', async () => {
  const { paymentId, url, answer } = await pay('step');
  expect(await answer.text()).toContain('Code from your bank');
  const form = { link: linkOf(url), card: 'step', name: 'Ina Brown' };
  expect(await (await post({ ...form, code: '1111' })).text()).toContain('That code is wrong');
  expect(await eventsOf(paymentId)).toEqual([]);
  expect((await post({ ...form, code: sandboxCode })).status).toBe(303);
  expect(await eventsOf(paymentId)).toMatchObject([{ outcome: 'approved' }]);
});

test('a bank that does not answer sends no event', async () => {
  const { paymentId, answer } = await pay('silent');
  expect(await answer.text()).toContain("isn't responding");
  expect(await eventsOf(paymentId)).toEqual([]);
});

test('a slow bank reports later, and a double charge is reported twice', async () => {
  const [late, twice] = [await pay('late'), await pay('twice')];
  expect(await eventsOf(twice.paymentId)).toMatchObject([{ outcome: 'approved' }, { outcome: 'approved' }]);
  expect(await eventsOf(late.paymentId)).toEqual([]);
  await vi.waitFor(async () => expect(await eventsOf(late.paymentId)).toMatchObject([{ outcome: 'approved' }]), 15_000);
});

test('production has neither sandbox page nor webhook nor setting', async () => {
  const config = { ...server.services.config, mode: 'production' } as const;
  const services = { ...server.services, config };
  const app = Fastify();
  mountCardHooks(app, services);
  const { url } = await startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect((await app.inject(url.slice(url.indexOf('/dev/card')))).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/api/hooks/card/sandbox', payload: {} })).statusCode).toBe(404);
  expect(getActiveGateway(config, demoSettings)).toBeNull();
  expect(getActiveGateway(server.services.config, demoSettings)?.name).toBe('sandbox');
  await app.close();
});

const apiKey = '123';
const forged = { ok: false, fault: 'forged' };

test('a charge of J$10.00 cannot be read as J$110.00', () => {
  const [transactionId, hash] = ['SB-12-1-oid_123-aBc-20210616024001', '3d34d20260f7433ceee277e9ed9166a3'];
  const cut = {
    status: 'success',
    transaction_id: transactionId.slice(0, -1),
    order_id: 'oid_123-aBc',
    currency: 'JMD',
    hash,
  };
  expect(hashWipay(cut.transaction_id, '110.00', apiKey)).toBe(hash);
  const expected = { reference: cut.order_id, amount: jmd(11_000n), apiKey, environment: 'sandbox' as const };
  expect(verifyWipayReturn(cut, { ...expected, now: new Date() })).toEqual(forged);
});

const numbered = (order: string) => `SB-12-1-${order}-20261123024001`;

test.each([
  ['more before our reference', numbered('x-REFERENCE')],
  ['more behind it', numbered('REFERENCE-y')],
  ['more on both sides', numbered('x-REFERENCE-y')],
  ['a number before it, as in WiPay numbers', numbered('7-REFERENCE')],
  ['a time behind it', numbered('REFERENCE-20261123024000')],
  ['no number of the account', 'SB-12-REFERENCE-20261123024001'],
  ['a short time', 'SB-12-1-REFERENCE-2026112302400'],
  ['a long time', 'SB-12-1-REFERENCE-202611230240010'],
  ['a line behind it', 'SB-12-1-REFERENCE-20261123024001\n'],
  ['the mark of the sandbox twice', 'SB-SB-12-1-REFERENCE-20261123024001'],
])('a number with %s is refused', (_what, transactionId) => {
  const amount = jmd(1_000n);
  const expected = { reference: 'REFERENCE', amount, apiKey, environment: 'sandbox' as const, now: new Date() };
  const toReturn = (id: string) => ({
    ...{ status: 'success', transaction_id: id, order_id: 'REFERENCE', currency: 'JMD' },
    hash: hashWipay(id, '10.00', apiKey),
  });
  expect(verifyWipayReturn(toReturn(numbered('REFERENCE')), expected)).toMatchObject({ ok: true });
  expect(verifyWipayReturn(toReturn(transactionId), expected)).toEqual(forged);
});

test.each([
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'sandbox' },
  { WIPAY_ACCOUNT: '123', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live' },
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live', WIPAY_URL: 'http://pay.test' },
  { FYGARO_BUTTON_URL: 'http://pay.test', FYGARO_KEY_ID: 'k', FYGARO_SECRET: 's', FYGARO_HOOK_SECRETS: 'h' },
  { FYGARO_BUTTON_URL: 'https://pay.test', FYGARO_KEY_ID: 'k', FYGARO_SECRET: 's', FYGARO_HOOK_SECRETS: 'h,' },
])('production rejects the card provider %j', (variables) => {
  expect(() => checkCardProviders(readConfig(productionEnvironment))).not.toThrow();
  const config = readConfig({ ...productionEnvironment, ...variables });
  expect(() => checkCardProviders(config)).toThrow(ConfigurationError);
});

test('the setting accepts registered providers and names them in its error', () => {
  const { cards } = demoSettings;
  for (const provider of ['none', ...Object.keys(cardProviders)])
    expect(findCardsFault({ ...cards, provider })).toBeNull();
  for (const provider of ['paypal', 'constructor'])
    expect(findCardsFault({ ...cards, provider })).toMatch(/^Enter none, wipay, .+ or [a-z]+$/);
});

test.each(Object.entries(cardProviders))(
  '%s fits the columns, and reports by webhook or by a route of its own',
  (name, one) => {
    expect(name).toMatch(/^[a-z]{2,20}$/);
    expect(one.webhook !== null || one.mount !== undefined).toBe(true);
    expect(one.isChargeNumber === null).toBe(one.webhook !== null);
  },
);
