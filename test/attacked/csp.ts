import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../reliability/product.ts';
import { comers, cookieFor } from './standing.ts';
import { keepSummary } from './summary.ts';

/** Every screen, with something in each of its places, and what is none. */
const addresses = [
  ...screens.map((pattern) => pattern.replaceAll(/:\w+\?/g, 'x').replaceAll(/:\w+/g, 'x')),
  ...['/no/such/page', '/healthz', '/api/prices', '/api/none', '/robots.txt', '/scams.csv', '/service-worker.js'],
];

const names = new Map(Object.entries(Severity).map(([name, value]) => [value, name] as const));

/** What csp-evaluator says of the policy of every screen, as everybody. */
export async function judgePolicies(product: Product): Promise<void> {
  const { origin } = product;
  const found = new Map<string, number>();
  const grave: string[] = [];
  let judged = 0;
  for (const comer of comers) {
    const cookie = await cookieFor(product, comer);
    for (const address of addresses) {
      const { headers } = await fetch(origin + address, { headers: { cookie }, redirect: 'manual' });
      const policy = headers.get('content-security-policy') ?? '';
      judged += 1;
      for (const { severity, description } of new CspEvaluator(new CspParser(policy).csp).evaluate()) {
        const kind = names.get(severity) ?? String(severity);
        const said = `${kind}: ${description}`;
        found.set(said, (found.get(said) ?? 0) + 1);
        if (severity <= Severity.MEDIUM) grave.push(`${comer} ${address} ${said}`);
      }
      if (policy === '') grave.push(`${comer} ${address} has no policy`);
    }
  }
  keepSummary('csp', [
    `csp-evaluator 1.1.8, ${judged} answers: ${addresses.length} addresses as each of ${comers.length} comers.`,
    '',
    `- High or medium: ${grave.length}.`,
    ...[...found].map(([said, many]) => `- ${many} times ${said}`),
  ]);
  expect(grave).toEqual([]);
}
