import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../../test/reliability/product.ts';
import { createScratchFolder, runScanner } from './run-scanner.ts';
import { storeSummary } from './summary.ts';
import { getCookie, getLoggedErrors, type ScannerUser } from './target.ts';
import { folders, getWordList } from './word-list.ts';

/** Paths that are supposed to be found: screens, built files and public routes. */
const plain = [
  ...['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/scams.rss', '/scams.csv', '/scams.json', '/api/prices'],
  ...['/api/live', '/.well-known/jwks.json', '/dev/mailbox', '/dev/mailbox.json', '/dev/slots'],
];
const built = new Set(globSync('**/*', { cwd: 'build/client', exclude: ['**/*.html'] }).map((path) => `/${path}`));
const isIntended = (path: string): boolean =>
  plain.includes(path) ||
  (built.has(path) && !path.startsWith('/.')) ||
  screens.some((pattern) => matchRoutes([{ path: pattern }], path) !== null);

type Result = { readonly url: string; readonly status: number };

type FfufTarget = { readonly origin: string; readonly folder: string; readonly at: string; readonly cookie: string };

async function runFfuf({ origin, folder, at, cookie }: FfufTarget): Promise<Result[]> {
  const [list, report] = [join(folder, 'words.txt'), join(folder, 'report.json')];
  writeFileSync(list, `${getWordList(at).join('\n')}\n`);
  const to = ['-u', `${origin}${at}FUZZ`, '-w', list, '-mc', 'all', '-fc', '404', '-of', 'json', '-o', report];
  await runScanner('ffuf', ['-t', '8', '-timeout', '60', '-s', ...(cookie ? ['-b', cookie] : []), ...to], folder);
  return (JSON.parse(readFileSync(report, 'utf8')) as { results: Result[] | null }).results ?? [];
}

const users: readonly ScannerUser[] = ['visitor', 'tier2', 'admin'];
const isRefused = (status: number): boolean => status >= 400 && status < 500;

export async function searchForgottenFiles(product: Product): Promise<void> {
  const { origin } = product;
  const folder = createScratchFolder('ffuf');
  const wordCount = folders.reduce((sum, at) => sum + getWordList(at).length, 0);
  const unintended: string[] = [];
  const counts: string[] = [];
  for (const user of users) {
    const cookie = await getCookie(product, user);
    let meant = 0;
    let refused = 0;
    for (const at of folders)
      for (const { url, status } of await runFfuf({ origin, folder, at, cookie })) {
        const path = decodeURIComponent(new URL(url).pathname);
        if (isRefused(status)) refused += 1;
        else if (isIntended(path)) meant += 1;
        else unintended.push(`${user} ${status} ${path}`);
      }
    counts.push(`- As ${user}: ${meant} intended pages and files, ${refused} refused, the rest 404.`);
  }
  storeSummary('ffuf', [
    `ffuf 1.1.0, ${wordCount} names in ${folders.length} folders, as each of ${users.length} users.`,
    '',
    ...counts,
    `- Unintended: ${unintended.length === 0 ? 0 : unintended.join('; ')}.`,
    `- Errors logged by the product: ${getLoggedErrors(product).length}.`,
  ]);
  expect(unintended).toEqual([]);
  expect(getLoggedErrors(product)).toEqual([]);
}
