import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../../test/reliability/product.ts';
import { storeSummary } from './summary.ts';
import { getCookie, users } from './target.ts';

/** Paths of every screen, with parameters filled in, and of some other pages. */
const addresses = [
  ...screens.map((pattern) => pattern.replaceAll(/:\w+\?/g, 'x').replaceAll(/:\w+/g, 'x')),
  ...['/no/such/page', '/healthz', '/api/prices', '/api/none', '/robots.txt', '/scams.csv', '/service-worker.js'],
];

const names = new Map(Object.entries(Severity).map(([name, value]) => [value, name] as const));

export async function checkPolicies(product: Product): Promise<void> {
  const { origin } = product;
  const findings = new Map<string, number>();
  const severe: string[] = [];
  let checked = 0;
  for (const user of users) {
    const cookie = await getCookie(product, user);
    for (const address of addresses) {
      const { headers } = await fetch(origin + address, { headers: { cookie }, redirect: 'manual' });
      const policy = headers.get('content-security-policy') ?? '';
      checked += 1;
      for (const { severity, description } of new CspEvaluator(new CspParser(policy).csp).evaluate()) {
        const kind = names.get(severity) ?? String(severity);
        const text = `${kind}: ${description}`;
        findings.set(text, (findings.get(text) ?? 0) + 1);
        if (severity <= Severity.MEDIUM) severe.push(`${user} ${address} ${text}`);
      }
      if (policy === '') severe.push(`${user} ${address} has no policy`);
    }
  }
  storeSummary('csp', [
    `csp-evaluator 1.1.8, ${checked} answers: ${addresses.length} addresses as each of ${users.length} users.`,
    '',
    `- High or medium: ${severe.length}.`,
    ...[...findings].map(([text, total]) => `- ${total} times ${text}`),
  ]);
  expect(severe).toEqual([]);
}
