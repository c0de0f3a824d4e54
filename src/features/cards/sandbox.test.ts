import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { planByCard } from '../../../test/cards.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, hours } from '../../kernel/clock.ts';
import { cardPayables } from '../../payables.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { gatewayInForce } from './gateways.ts';
import { handleEvent } from './handle-event.ts';
import { mountCardHooks } from './hook-routes.ts';
import { sandboxCode, type TestCardName } from './sandbox-cards.ts';
import { mountCardSandbox } from './sandbox-page.ts';

/** The page of the sandbox, which tells us over the line what it charged, and nothing in any other way. */
const server = await serverWithoutFaults();
const { rowsOf } = suspicionsOn(server);
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

async function pays(card: TestCardName) {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const answer = await post({ link: linkOf(url), card, name: 'Ina Brown' });
  return { paymentId, url, answer };
}

test('the page shows what is due as the link says it, and a link that was touched shows nothing', async () => {
  const { url } = await planByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const page = await fetch(onPage(url));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('J$6,000.00')]);
  for (const touched of [url.replace('amount=6000', 'amount=60'), url.slice(0, -1), url.replace('JMD', 'USD')])
    expect((await fetch(onPage(touched))).status).toBe(403);
  expect((await post({ link: linkOf(url.replace('6000', '60')), card: 'approve', name: 'x' })).status).toBe(403);
  server.setTime(after(new Date(), hours(1.1)));
  expect((await fetch(onPage(url))).status).toBe(403);
});

test('an approved card is told to the shop, and leads back with the number of its charge', async () => {
  const { paymentId, answer } = await pays('approve');
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

test('a declined card says so, and another one may be tried', async () => {
  const { paymentId, answer } = await pays('decline');
  expect(await answer.text()).toContain('Try another card');
  expect(await eventsOf(paymentId)).toMatchObject([{ outcome: 'declined' }]);
});

test('a card with a second step charges nothing before the code is right', async () => {
  const { paymentId, url, answer } = await pays('step');
  expect(await answer.text()).toContain('Code of your bank');
  const again = { link: linkOf(url), card: 'step', name: 'Ina Brown' };
  expect(await (await post({ ...again, code: '1111' })).text()).toContain('That is not the code');
  expect(await eventsOf(paymentId)).toEqual([]);
  expect((await post({ ...again, code: sandboxCode })).status).toBe(303);
  expect(await eventsOf(paymentId)).toMatchObject([{ outcome: 'approved' }]);
});

test('a bank that does not answer tells nobody anything', async () => {
  const { paymentId, answer } = await pays('silent');
  expect(await answer.text()).toContain('does not answer');
  expect(await eventsOf(paymentId)).toEqual([]);
});

test('a slow bank tells later, and a card that is charged twice is told twice', async () => {
  const [late, twice] = [await pays('late'), await pays('twice')];
  expect(await eventsOf(twice.paymentId)).toMatchObject([{ outcome: 'approved' }, { outcome: 'approved' }]);
  expect(await eventsOf(late.paymentId)).toEqual([]);
  await vi.waitFor(async () => expect(await eventsOf(late.paymentId)).toMatchObject([{ outcome: 'approved' }]), 15_000);
});

test('production knows no sandbox: neither its page, nor its word, nor the setting', async () => {
  const config = { ...server.services.config, mode: 'production' } as const;
  const services = { ...server.services, config };
  const app = Fastify();
  mountCardHooks(app, services);
  mountCardSandbox(app, services);
  const { url } = await planByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect((await app.inject(url.slice(url.indexOf('/dev/card')))).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/api/hooks/card/sandbox', payload: {} })).statusCode).toBe(404);
  expect(gatewayInForce(config, demoSettings)).toBeNull();
  expect(gatewayInForce(server.services.config, demoSettings)?.name).toBe('sandbox');
  await app.close();
});
