import { randomUUID } from 'node:crypto';
import { deriveSandboxSecret } from '../../src/features/payments/cards/providers/sandbox-page.ts';
import { signPayload } from '../../src/platform/http/webhook-signature.ts';
import type { Request } from './load.ts';
import type { Stage } from './paths.ts';
import { compareSides, type Outcome } from './rounds.ts';
import { type Scene, secret } from './scene.ts';

const key = deriveSandboxSecret({ authSecret: secret }, 'hook');

/** Sandbox event for an unknown charge. This is the most expensive kind, because it creates a movement. */
function nextHook(): Request {
  const body = JSON.stringify({
    ...{ id: randomUUID(), type: 'approved', transaction: randomUUID(), reference: randomUUID(), amount: '6000.00' },
    ...{ currency: 'JMD', name: 'Kerry-Ann Brown', card: '411111******1111', at: new Date().toISOString() },
  });
  const at = Math.floor(Date.now() / 1000);
  const signed = `sandbox-signature: t=${at},v1=${signPayload(key, at, Buffer.from(body))}`;
  const head = ['POST /api/hooks/card/sandbox HTTP/1.1', 'host: localhost', 'content-type: application/json', signed];
  return Buffer.from(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

async function eventsIn({ owner }: Scene): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int n from card_events');
  return rows[0]?.n ?? 0;
}

/** Measures card webhooks: the product verifies and stores each with its job; the bare server only inserts a row. */
export async function cardHook({ scene, first, second, load }: Stage): Promise<Outcome> {
  await scene.owner.query('create table bare_card_events (like card_events including all)');
  await scene.owner.query('grant insert on bare_card_events to cryptocommerce_app');
  let answeredCount = 0;
  const next = () => {
    answeredCount++;
    return nextHook();
  };
  const sides = [{ server: first, next: nextHook } as const, { server: second, next } as const] as const;
  const outcome = await compareSides({ ...load, sides });
  const storedCount = await eventsIn(scene);
  if (storedCount !== answeredCount) throw new Error(`${answeredCount} webhooks were answered, ${storedCount} stored`);
  return outcome;
}
