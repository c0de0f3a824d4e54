import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../reliability/product.ts';
import { said, scratch } from './program.ts';
import { type Comer, cookieFor, faultsOf } from './standing.ts';
import { keepSummary } from './summary.ts';
import { folders, wordsIn } from './words.ts';

/** What is there on purpose: screens, files of the build, and the plain routes that anybody or this person may open. */
const plain = [
  ...['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/scams.rss', '/scams.csv', '/scams.json', '/api/prices'],
  ...['/api/live', '/.well-known/jwks.json', '/dev/mailbox', '/dev/mailbox.json', '/dev/slots'],
];
const built = new Set(globSync('**/*', { cwd: 'build/client', exclude: ['**/*.html'] }).map((path) => `/${path}`));
const isMeant = (path: string): boolean =>
  plain.includes(path) ||
  (built.has(path) && !path.startsWith('/.')) ||
  screens.some((pattern) => matchRoutes([{ path: pattern }], path) !== null);

type Result = { readonly url: string; readonly status: number };

type Asking = { readonly origin: string; readonly folder: string; readonly at: string; readonly cookie: string };

async function found({ origin, folder, at, cookie }: Asking): Promise<Result[]> {
  const [list, report] = [join(folder, 'words.txt'), join(folder, 'report.json')];
  writeFileSync(list, `${wordsIn(at).join('\n')}\n`);
  const to = ['-u', `${origin}${at}FUZZ`, '-w', list, '-mc', 'all', '-fc', '404', '-of', 'json', '-o', report];
  await said('ffuf', ['-t', '8', '-timeout', '60', '-s', ...(cookie ? ['-b', cookie] : []), ...to], folder);
  return (JSON.parse(readFileSync(report, 'utf8')) as { results: Result[] | null }).results ?? [];
}

const asked: readonly Comer[] = ['nobody', 'tier2', 'admin'];
/** Answers that show nothing: who asks may not, or asks in a way that there is not. */
const isNo = (status: number): boolean => status >= 400 && status < 500;

/** What ffuf finds under names that people forget, as a stranger, a customer and an admin. */
export async function lookForForgotten(product: Product): Promise<void> {
  const { origin } = product;
  const folder = scratch('ffuf');
  const many = folders.reduce((sum, at) => sum + wordsIn(at).length, 0);
  const strange: string[] = [];
  const counts: string[] = [];
  for (const comer of asked) {
    const cookie = await cookieFor(product, comer);
    let meant = 0;
    let refused = 0;
    for (const at of folders)
      for (const { url, status } of await found({ origin, folder, at, cookie })) {
        const path = decodeURIComponent(new URL(url).pathname);
        if (isNo(status)) refused += 1;
        else if (isMeant(path)) meant += 1;
        else strange.push(`${comer} ${status} ${path}`);
      }
    counts.push(
      `- As ${comer}: ${meant} pages and files that are meant to be there, ${refused} refused, the rest 404.`,
    );
  }
  keepSummary('ffuf', [
    `ffuf 1.1.0, ${many} names of our own in ${folders.length} folders, as each of ${asked.length} comers.`,
    '',
    ...counts,
    `- Not meant to be there: ${strange.length === 0 ? 0 : strange.join('; ')}.`,
    `- Faults of the product meanwhile: ${faultsOf(product).length}.`,
  ]);
  expect(strange).toEqual([]);
  expect(faultsOf(product)).toEqual([]);
}
