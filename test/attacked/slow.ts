import { globSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Product } from '../reliability/product.ts';
import { said, scratch } from './program.ts';
import { cookieFor, faultsOf } from './standing.ts';
import { keepSummary } from './summary.ts';

const only = process.env['ATTACKED_ONLY'] ?? '';
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

type Door = { readonly port: number; readonly cookie: string };
type Probe = { readonly from: string; readonly status: number | string; readonly ms: number };

/** The neighbour has the address of whoever attacks; somebody else another one of this machine. */
const senders = { neighbour: '127.0.0.1', 'somebody else': '127.0.0.2' } as const;
const ways = ['/', '/api/prices', '/api/rpc/trading/limits'] as const;

/** Asks once; where no answer came within twenty seconds, why. */
const asked = ({ port, cookie }: Door, path: string, localAddress: string) =>
  new Promise<number | string>((done) => {
    const isCommand = path.startsWith('/api/rpc/');
    const headers = { cookie, host: `localhost:${port}`, ...(isCommand && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(20_000);
    const to = { host: '127.0.0.1', port, path, localAddress, headers, signal, method: isCommand ? 'POST' : 'GET' };
    const sent = request(to, (answer) => answer.resume().on('close', () => done(answer.statusCode ?? 0)));
    sent
      .on('error', (error: Error & { code?: string }) => done(error.code ?? error.name))
      .end(isCommand ? '{}' : undefined);
  });

/** What others find meanwhile: a page, a list and an act of somebody who is signed in, four times a second. */
async function probing(door: Door, during: Promise<unknown>): Promise<Probe[]> {
  let over = false;
  void during.finally(() => {
    over = true;
  });
  const probes: Promise<Probe>[] = [];
  for (let at = 0; !over; at++) {
    const begun = performance.now();
    for (const [from, address] of Object.entries(senders))
      probes.push(
        asked(door, ways[at % ways.length] ?? '/', address).then((status) => ({
          ...{ from, status, ms: performance.now() - begun },
        })),
      );
    await sleep(500);
  }
  return Promise.all(probes);
}

/** So many were served, how soon, and what the rest were told. */
function told(probes: readonly Probe[]): string {
  const served = probes.filter(({ status }) => status === 200);
  const quick = served.filter(({ ms }) => ms < 1_000).length;
  const slowest = Math.round(Math.max(0, ...served.map(({ ms }) => ms)));
  const refused = probes.filter(({ status }) => status !== 200).map(({ status }) => status);
  const rest = [...new Set(refused)].map((why) => `${refused.filter((one) => one === why).length} times ${why}`);
  const share = ((100 * quick) / Math.max(1, probes.length)).toFixed(1);
  return `${served.length} of ${probes.length} served, ${share} % within a second, the slowest after ${slowest} ms${
    rest.length > 0 ? ` (else: ${rest.join(', ')})` : ''
  }`;
}

/** What others find while slowhttptest keeps a thousand lines open, in each of its four ways. */
export async function keepOpen(product: Product): Promise<void> {
  const folder = scratch('slowhttptest');
  const door = { port: product.port, cookie: await cookieFor(product, 'tier2') };
  const lines: string[] = [];
  const missed: string[] = [];
  for (const { name, args } of modesAt(product.origin).filter((mode) => mode.name.includes(only))) {
    const pace = ['-c', String(connections), '-r', '200', '-i', '10', '-l', String(seconds), '-p', '5', '-v', '1'];
    const attack = said('slowhttptest', [...args, ...pace], folder);
    const probes = await probing(door, attack);
    const words = await attack;
    const of = (from: string) => probes.filter((probe) => probe.from === from);
    const refused = of('somebody else').filter(({ status }) => status !== 200).length;
    if (refused > 0) missed.push(`${name}: ${refused} times`);
    lines.push(...Object.keys(senders).map((from) => `- *${name}*, ${from}: ${told(of(from))}.`));
    lines.push(`- *${name}*, slowhttptest itself: ${/available:\s*NO/.test(words) ? 'not served' : 'served'}.`);
  }
  keepSummary('slow', [
    `slowhttptest 1.8.2, ${connections} connections, 200 more a second, ${seconds} s for each way; no proxy in front.`,
    '',
    ...lines,
    `- Somebody else was not served: ${missed.length === 0 ? 0 : missed.join('; ')}.`,
    `- Faults of the product meanwhile: ${faultsOf(product).length}.`,
  ]);
  expect(missed).toEqual([]);
  expect(faultsOf(product)).toEqual([]);
}
