import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { startPlanByCard } from '../../../../test/cards.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { getActiveGateway } from './gateways.ts';
import { handleEvent } from './handle-event.ts';
import { sandboxCode, type TestCardName } from './sandbox-cards.ts';
import { mountCardSandbox } from './sandbox-page.ts';
import { mountCardHooks } from './webhook-routes.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
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
  const again = { link: linkOf(url), card: 'step', name: 'Ina Brown' };
  expect(await (await post({ ...again, code: '1111' })).text()).toContain('That code is wrong');
  expect(await eventsOf(paymentId)).toEqual([]);
  expect((await post({ ...again, code: sandboxCode })).status).toBe(303);
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
  mountCardSandbox(app, services);
  const { url } = await startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect((await app.inject(url.slice(url.indexOf('/dev/card')))).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/api/hooks/card/sandbox', payload: {} })).statusCode).toBe(404);
  expect(getActiveGateway(config, demoSettings)).toBeNull();
  expect(getActiveGateway(server.services.config, demoSettings)?.name).toBe('sandbox');
  await app.close();
});
