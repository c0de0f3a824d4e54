import { randomUUID } from 'node:crypto';
import { handleEvent } from '../src/features/cards/handle-event.ts';
import { sandboxSecret } from '../src/features/cards/sandbox-gateway.ts';
import { cardPayables } from '../src/payables.ts';
import { signature } from '../src/platform/signed.ts';
import { buy } from './orders.ts';
import { subscribe } from './payments.ts';
import type { TestServer } from './worker.ts';

/** What the sandbox says of a charge, as it stands in its hook. */
export const sandboxSays = (reference: string, wishes: object = {}) => ({
  id: randomUUID(),
  type: 'approved',
  transaction: randomUUID(),
  reference,
  amount: '6000.00',
  currency: 'JMD',
  name: 'Ina Brown',
  card: '411111******1111',
  at: new Date().toISOString(),
  ...wishes,
});

type Sending = { readonly secret?: string; readonly at?: number; readonly provider?: string };

/** Sends a hook over the real route, signed as the sandbox signs: the answer's status. */
export async function sendHook(server: TestServer, said: object | string, sending: Sending = {}): Promise<number> {
  const { config, clock } = server.services;
  const { secret = sandboxSecret(config, 'hook'), provider = 'sandbox' } = sending;
  const at = sending.at ?? Math.floor(clock().getTime() / 1000);
  const payload = typeof said === 'string' ? said : JSON.stringify(said);
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': `t=${at},v1=${signature(secret, at, Buffer.from(payload))}`,
  };
  const answer = await server.app.inject({ method: 'POST', url: `/api/hooks/card/${provider}`, headers, payload });
  return answer.statusCode;
}

/** A month of a plan that is to be paid by card, and the page for it. */
export async function planByCard(server: TestServer, cookie: string) {
  const { body } = await subscribe(server, cookie, { method: 'card' });
  const { paymentId } = body;
  const page = await server.call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, cookie);
  return { paymentId, url: page.body.url };
}

/** An order of J$4,000 that is to be paid by card, and the page for it. */
export async function buyByCard(server: TestServer, cookie: string, amount = '4000') {
  const { body, status } = await buy(server, cookie, { amount, paymentMethod: 'card' });
  if (status !== 200) throw new Error(`not placed: ${JSON.stringify(body)}`);
  const { orderId } = body;
  const page = await server.call<{ url: string }>('cards/start', { kind: 'order', id: orderId }, cookie);
  return { orderId, url: page.body.url };
}

/** Handles what providers told and nobody handled yet, as the job does. */
export async function handleEvents({ owner, services }: TestServer): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from card_events where became is null order by received_at, id',
  );
  for (const { id } of rows) await handleEvent(services, cardPayables, id);
}

/** Sets something about cards, of which the newest counts. */
export const setCards = ({ owner }: TestServer, change: object) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || $1::jsonb from setting_versions
      where key = 'cards' order by valid_from desc, id desc limit 1`,
    [JSON.stringify(change)],
  );
