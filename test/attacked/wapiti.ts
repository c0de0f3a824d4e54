import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../reliability/product.ts';
import { said, scratch } from './program.ts';
import { type Comer, cookieFor, faultsOf } from './standing.ts';
import { keepSummary } from './summary.ts';

const comers: readonly Comer[] = ['nobody', 'tier2', 'admin'];

/** All that need no machine elsewhere: the others load lists, or wait for calls to their maker's own server. */
const modules = [
  ...[
    'backup',
    'blindsql',
    'cookieflags',
    'crlf',
    'csp',
    'csrf',
    'exec',
    'file',
    'htaccess',
    'http_headers',
    'methods',
  ],
  ...['permanentxss', 'redirect', 'shellshock', 'sql', 'xss', 'xxe'],
].join(',');

/** Screens draw their links in the browser, so each is told, with what the product reads of an address. */
const begins = [
  ...screens.map((pattern) => pattern.replaceAll(/:\w+\?/g, 'x').replaceAll(/:\w+/g, 'x')),
  ...[
    '/api/prices',
    '/auth?next=/trading&tab=signup',
    '/payment-success?wipay_reference=x&status=success',
    '/scams.csv',
  ],
  ...[
    '/api/transactions.csv?from=2026-01-01&until=2026-12-31',
    '/api/audit.ndjson?from=1&until=9',
    '/dev/slots?path=/',
  ],
  ...['/api/compliance/figures.csv?months=3', '/api/notices/stop?token=x.plan.y', '/dev/mailbox.json?to=a@b.test'],
  ...[
    '/api/files/01990000-0000-7000-8000-000000000000?until=1&signature=x',
    '/dev/card?amount=1&reference=x&currency=JMD',
  ],
  ...['/transactions?status=all&type=buy', '/admin?filter=held&search=x', '/admin/customers?search=x', '/verify/x'],
];

type Finding = { readonly level: number; readonly info: string; readonly path: string };
type Report = {
  readonly vulnerabilities: Readonly<Record<string, readonly Finding[]>>;
  readonly anomalies: Readonly<Record<string, readonly Finding[]>>;
  readonly infos: { readonly crawled_pages_nbr?: number };
};

const minutes = Number(process.env['WAPITI_MINUTES'] ?? 4);

type Asking = { readonly origin: string; readonly folder: string; readonly cookie: string };

async function scanned({ origin, folder, cookie }: Asking): Promise<Report> {
  const report = join(folder, 'report.json');
  const bounds = ['--max-scan-time', String(minutes * 60), '--max-attack-time', '60', '--max-links-per-page', '200'];
  const away = ['--endpoint', 'http://127.0.0.1:9/', '--no-bugreport', '--flush-session', '--store-session', folder];
  const words = await said(
    'wapiti',
    [
      ...['-u', `${origin}/`, '--scope', 'domain', '-m', modules, '-f', 'json', '-o', report, ...bounds, ...away],
      ...begins.flatMap((address) => ['-s', origin + address]),
      ...(cookie ? ['-H', `Cookie: ${cookie}`] : []),
    ],
    folder,
  );
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    throw new Error(`wapiti left no report: ${words.slice(-2_000)}`);
  }
}

const levels = ['', 'low', 'medium', 'high', 'critical'];

/** What wapiti finds, as a stranger, a customer and an admin. */
export async function lookForWeaknesses(product: Product): Promise<void> {
  const { origin } = product;
  const folder = scratch('wapiti');
  const grave: string[] = [];
  const lines: string[] = [];
  for (const comer of comers) {
    const { vulnerabilities, anomalies, infos } = await scanned({
      origin,
      folder,
      cookie: await cookieFor(product, comer),
    });
    const counts = [];
    for (const [kind, all] of Object.entries({ ...vulnerabilities, ...anomalies })) {
      for (const { level, path, info } of all) if (level >= 2) grave.push(`${comer} ${kind} ${path} ${info}`);
      if (all.length > 0) counts.push(`${all.length} ${levels[Math.max(...all.map(({ level }) => level))]} (${kind})`);
    }
    lines.push(`- As ${comer}, ${infos.crawled_pages_nbr ?? 'some'} pages: ${counts.join(', ') || 'nothing'}.`);
  }
  const many = `${modules.split(',').length} modules, ${begins.length} addresses to begin with`;
  keepSummary('wapiti', [
    `wapiti 3.0.4, ${many}, ${minutes} minutes at the most as each.`,
    '',
    ...lines,
    `- High or medium: ${grave.length === 0 ? 0 : grave.join('; ')}.`,
    `- Faults of the product meanwhile: ${faultsOf(product).length}.`,
  ]);
  expect(grave).toEqual([]);
  expect(faultsOf(product)).toEqual([]);
}
