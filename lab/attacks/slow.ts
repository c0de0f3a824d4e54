import { globSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Product } from '../../test/reliability/product.ts';
import { createScratchFolder, runScanner } from './run-scanner.ts';
import { storeSummary } from './summary.ts';
import { getCookie, getLoggedErrors } from './target.ts';

const only = process.env['ATTACKED_ONLY'] ?? '';
const [connections, seconds] = [1_000, Number(process.env['SLOW_SECONDS'] ?? 60)];

const largest = globSync('build/client/assets/**/*.mjs')
  .toSorted((a, b) => statSync(b).size - statSync(a).size)[0]
  ?.replace('build/client', '');
const buildModes = (origin: string) => [
  { name: 'headers that never end', args: ['-H', '-u', `${origin}/`] },
  { name: 'bodies that never end', args: ['-B', '-f', 'application/json', '-u', `${origin}/api/rpc/prices/list`] },
  { name: 'a thousand ranges of one file', args: ['-R', '-a', '10', '-b', '3000', '-u', origin + largest] },
  {
    name: 'unread answers',
    args: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3', '-u', origin + largest],
  },
];

type Session = { readonly port: number; readonly cookie: string };
type Probe = { readonly from: string; readonly status: number | string; readonly ms: number };

/** Addresses of the other clients. The neighbour shares the address of the attacker. */
const senders = { neighbour: '127.0.0.1', other: '127.0.0.2' } as const;
const paths = ['/', '/api/prices', '/api/rpc/trading/limits'] as const;

const probe = ({ port, cookie }: Session, path: string, localAddress: string) =>
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

async function probeDuring(session: Session, during: Promise<unknown>): Promise<Probe[]> {
  let isOver = false;
  void during.finally(() => {
    isOver = true;
  });
  const probes: Promise<Probe>[] = [];
  for (let at = 0; !isOver; at++) {
    const startedAt = performance.now();
    for (const [from, address] of Object.entries(senders))
      probes.push(
        probe(session, paths[at % paths.length] ?? '/', address).then((status) => ({
          ...{ from, status, ms: performance.now() - startedAt },
        })),
      );
    await sleep(500);
  }
  return Promise.all(probes);
}

function summarize(probes: readonly Probe[]): string {
  const served = probes.filter(({ status }) => status === 200);
  const quick = served.filter(({ ms }) => ms < 1_000).length;
  const slowest = Math.round(Math.max(0, ...served.map(({ ms }) => ms)));
  const refused = probes.filter(({ status }) => status !== 200).map(({ status }) => status);
  const rest = [...new Set(refused)].map((why) => `${refused.filter((status) => status === why).length} times ${why}`);
  const share = ((100 * quick) / Math.max(1, probes.length)).toFixed(1);
  return `${served.length} of ${probes.length} served, ${share} % within a second, the slowest after ${slowest} ms${
    rest.length > 0 ? ` (else: ${rest.join(', ')})` : ''
  }`;
}

export async function attackSlowly(product: Product): Promise<void> {
  const folder = createScratchFolder('slowhttptest');
  const session = { port: product.port, cookie: await getCookie(product, 'tier2') };
  const lines: string[] = [];
  const missed: string[] = [];
  for (const { name, args } of buildModes(product.origin).filter((mode) => mode.name.includes(only))) {
    const pace = ['-c', String(connections), '-r', '200', '-i', '10', '-l', String(seconds), '-p', '5', '-v', '1'];
    const attack = runScanner('slowhttptest', [...args, ...pace], folder);
    const probes = await probeDuring(session, attack);
    const output = await attack;
    const fromSender = (from: string) => probes.filter((probe) => probe.from === from);
    const refused = fromSender('other').filter(({ status }) => status !== 200).length;
    if (refused > 0) missed.push(`${name}: ${refused} times`);
    lines.push(...Object.keys(senders).map((from) => `- *${name}*, ${from}: ${summarize(fromSender(from))}.`));
    lines.push(`- *${name}*, slowhttptest itself: ${/available:\s*NO/.test(output) ? 'not served' : 'served'}.`);
  }
  storeSummary('slow', [
    `slowhttptest 1.8.2, ${connections} connections, 200 more a second, ${seconds} s for each way; no proxy in front.`,
    '',
    ...lines,
    `- Another address was not served: ${missed.length === 0 ? 0 : missed.join('; ')}.`,
    `- Errors logged by the product: ${getLoggedErrors(product).length}.`,
  ]);
  expect(missed).toEqual([]);
  expect(getLoggedErrors(product)).toEqual([]);
}
