import { randomUUID } from 'node:crypto';
import { sandboxSecret } from '../../src/features/cards/sandbox-gateway.ts';
import { signature } from '../../src/platform/signed.ts';
import type { Request } from './load.ts';
import type { Stage } from './paths.ts';
import { contest, type Outcome } from './rounds.ts';
import { type Scene, secret } from './scene.ts';

const key = sandboxSecret({ authSecret: secret }, 'hook');

/** What the sandbox tells of a charge that nobody knows: it brings the most that an event can, a line of its own. */
function nextHook(): Request {
  const body = JSON.stringify({
    ...{ id: randomUUID(), type: 'approved', transaction: randomUUID(), reference: randomUUID(), amount: '6000.00' },
    ...{ currency: 'JMD', name: 'Kerry-Ann Brown', card: '411111******1111', at: new Date().toISOString() },
  });
  const at = Math.floor(Date.now() / 1000);
  const signed = `sandbox-signature: t=${at},v1=${signature(key, at, Buffer.from(body))}`;
  const head = ['POST /api/hooks/card/sandbox HTTP/1.1', 'host: localhost', 'content-type: application/json', signed];
  return Buffer.from(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

async function eventsIn({ owner }: Scene): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int n from card_events');
  return rows[0]?.n ?? 0;
}

/** Hooks of a card provider checked, written down with their job and answered, against one bare insert each. */
export async function cardHook({ scene, first, second, load }: Stage): Promise<Outcome> {
  await scene.owner.query('create table bare_card_events (like card_events including all)');
  await scene.owner.query('grant insert on bare_card_events to cryptocommerce_app');
  let told = 0;
  const next = () => {
    told++;
    return nextHook();
  };
  const sides = [{ server: first, next: nextHook } as const, { server: second, next } as const] as const;
  const outcome = await contest({ ...load, sides });
  const kept = await eventsIn(scene);
  if (kept !== told) throw new Error(`${told} hooks were answered, ${kept} were written down`);
  return outcome;
}
