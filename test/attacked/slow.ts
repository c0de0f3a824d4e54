import { globSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { call } from '../reliability/customer.ts';
import type { Product } from '../reliability/product.ts';
import { said, scratch } from './program.ts';
import { cookieFor, faultsOf } from './standing.ts';
import { keepSummary } from './summary.ts';

const [connections, seconds] = [1_000, Number(process.env['SLOW_SECONDS'] ?? 60)];

/** The largest file of the build takes longest to read. */
const largest = globSync('build/client/assets/**/*.mjs')
  .toSorted((a, b) => statSync(b).size - statSync(a).size)[0]
  ?.replace('build/client', '');
const modesAt = (origin: string) => [
  { name: 'heads that never end', args: ['-H', '-u', `${origin}/`] },
  { name: 'bodies that never end', args: ['-B', '-f', 'application/json', '-u', `${origin}/api/rpc/prices/list`] },
  { name: 'a thousand ranges of one file', args: ['-R', '-a', '10', '-b', '3000', '-u', origin + largest] },
  {
    name: 'answers that nobody reads',
    args: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3', '-u', origin + largest],
  },
];

type Door = { readonly origin: string; readonly cookie: string };
type Probe = { readonly served: boolean; readonly ms: number };

/** What others find meanwhile: a page, a list and an act of somebody who is signed in, four times a second. */
async function probing({ origin, cookie }: Door, during: Promise<unknown>): Promise<Probe[]> {
  let over = false;
  void during.finally(() => {
    over = true;
  });
  const ways = [
    async () => (await fetch(`${origin}/`, { signal: AbortSignal.timeout(20_000) })).status,
    async () => (await fetch(`${origin}/api/prices`, { signal: AbortSignal.timeout(20_000) })).status,
    async () => (await call({ origin, cookie }, 'trading/limits')).status,
  ];
  const probes: Promise<Probe>[] = [];
  for (let at = 0; !over; at++) {
    const begun = performance.now();
    const asked = ways[at % ways.length]?.() ?? Promise.resolve(0);
    probes.push(
      asked.then(
        (status) => ({ served: status === 200, ms: performance.now() - begun }),
        () => ({ served: false, ms: performance.now() - begun }),
      ),
    );
    await sleep(250);
  }
  return Promise.all(probes);
}

/** What others find while slowhttptest keeps a thousand lines open, in each of its four ways. */
export async function keepOpen(product: Product): Promise<void> {
  const folder = scratch('slowhttptest');
  const door = { origin: product.origin, cookie: await cookieFor(product, 'tier2') };
  const lines: string[] = [];
  const missed: string[] = [];
  for (const { name, args } of modesAt(door.origin)) {
    const pace = ['-c', String(connections), '-r', '200', '-i', '10', '-l', String(seconds), '-p', '5', '-v', '1'];
    const attack = said('slowhttptest', [...args, ...pace], folder);
    const probes = await probing(door, attack);
    const words = await attack;
    const served = probes.filter((probe) => probe.served);
    const quick = served.filter(({ ms }) => ms < 1_000).length;
    const slowest = Math.round(Math.max(...served.map(({ ms }) => ms)));
    if (served.length < probes.length) missed.push(`${name}: ${probes.length - served.length} of ${probes.length}`);
    if (/service available:\s*NO/.test(words)) missed.push(`${name}: slowhttptest was not served`);
    const share = ((100 * quick) / probes.length).toFixed(1);
    lines.push(
      `- *${name}*: ${served.length} of ${probes.length} others served, ${share} % within a second, the slowest ` +
        `after ${slowest} ms; slowhttptest itself was ${/available:\s*NO/.test(words) ? 'not ' : ''}served.`,
    );
  }
  keepSummary('slow', [
    `slowhttptest 1.8.2, ${connections} connections, 200 more a second, ${seconds} s for each way; no proxy in front.`,
    '',
    ...lines,
    `- Not served: ${missed.length === 0 ? 0 : missed.join('; ')}.`,
    `- Faults of the product meanwhile: ${faultsOf(product).length}.`,
  ]);
  expect(missed).toEqual([]);
  expect(faultsOf(product)).toEqual([]);
}
