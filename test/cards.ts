import { randomUUID } from 'node:crypto';
import { handleEvent } from '../src/features/payments/cards/handle-event.ts';
import { deriveSandboxSecret } from '../src/features/payments/cards/providers/sandbox-page.ts';
import { cardPayables } from '../src/fulfilment.ts';
import { signPayload } from '../src/platform/http/webhook-signature.ts';
import { buy } from './orders.ts';
import { subscribe } from './payments.ts';
import type { TestServer } from './worker.ts';

export const buildSandboxEvent = (reference: string, changes: object = {}) => ({
  id: randomUUID(),
  type: 'approved',
  transaction: randomUUID(),
  reference,
  amount: '6000.00',
  currency: 'JMD',
  name: 'Ina Brown',
  card: '411111******1111',
  at: new Date().toISOString(),
  ...changes,
});

type Sending = { readonly secret?: string; readonly at?: number; readonly provider?: string };

export async function sendWebhook(server: TestServer, event: object | string, options: Sending = {}): Promise<number> {
  const { config, clock } = server.services;
  const { secret = deriveSandboxSecret(config, 'hook'), provider = 'sandbox' } = options;
  const at = options.at ?? Math.floor(clock().getTime() / 1000);
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': `t=${at},v1=${signPayload(secret, at, Buffer.from(payload))}`,
  };
  const answer = await server.app.inject({ method: 'POST', url: `/api/hooks/card/${provider}`, headers, payload });
  return answer.statusCode;
}

export async function startPlanByCard(server: TestServer, cookie: string) {
  const { body } = await subscribe(server, cookie, { method: 'card' });
  const { paymentId } = body;
  const page = await server.call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, cookie);
  return { paymentId, url: page.body.url };
}

export async function startOrderByCard(server: TestServer, cookie: string, amount = '4000') {
  const { body, status } = await buy(server, cookie, { amount, paymentMethod: 'card' });
  if (status !== 200) throw new Error(`not placed: ${JSON.stringify(body)}`);
  const { orderId } = body;
  const page = await server.call<{ url: string }>('cards/start', { kind: 'order', id: orderId }, cookie);
  return { orderId, url: page.body.url };
}

export async function handleEvents({ owner, services }: TestServer): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from card_events where became is null order by received_at, id',
  );
  for (const { id } of rows) await handleEvent(services, cardPayables, id);
}

export const setCards = ({ owner }: TestServer, change: object) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || $1::jsonb from setting_versions
      where key = 'cards' order by valid_from desc, id desc limit 1`,
    [JSON.stringify(change)],
  );
