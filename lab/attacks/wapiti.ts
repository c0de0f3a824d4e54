import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { screens } from '../../src/screens.ts';
import type { Product } from '../../test/reliability/product.ts';
import { createScratchFolder, runScanner } from './run-scanner.ts';
import { storeSummary } from './summary.ts';
import { getCookie, getLoggedErrors, type ScannerUser } from './target.ts';

const users: readonly ScannerUser[] = ['visitor', 'tier2', 'admin'];

/** Modules of wapiti, except those that download lists or need the author's server. */
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

/** Every screen, because wapiti cannot find links that are rendered in the browser. */
const startPaths = [
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
  ...['/api/notices/stop?token=x.plan.y', '/dev/mailbox.json?to=a@b.test'],
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

type WapitiTarget = { readonly origin: string; readonly folder: string; readonly cookie: string };

async function runWapiti({ origin, folder, cookie }: WapitiTarget): Promise<Report> {
  const report = join(folder, 'report.json');
  const limits = ['--max-scan-time', String(minutes * 60), '--max-attack-time', '60', '--max-links-per-page', '200'];
  const localOptions = [
    '--endpoint',
    'http://127.0.0.1:9/',
    '--no-bugreport',
    '--flush-session',
    '--store-session',
    folder,
  ];
  const output = await runScanner(
    'wapiti',
    [
      ...[
        '-u',
        `${origin}/`,
        '--scope',
        'domain',
        '-m',
        modules,
        '-f',
        'json',
        '-o',
        report,
        ...limits,
        ...localOptions,
      ],
      ...startPaths.flatMap((address) => ['-s', origin + address]),
      ...(cookie ? ['-H', `Cookie: ${cookie}`] : []),
    ],
    folder,
  );
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    throw new Error(`wapiti left no report: ${output.slice(-2_000)}`);
  }
}

const levels = ['', 'low', 'medium', 'high', 'critical'];

export async function scanWithWapiti(product: Product): Promise<void> {
  const { origin } = product;
  const folder = createScratchFolder('wapiti');
  const severe: string[] = [];
  const lines: string[] = [];
  for (const user of users) {
    const { vulnerabilities, anomalies, infos } = await runWapiti({
      origin,
      folder,
      cookie: await getCookie(product, user),
    });
    const counts = [];
    for (const [kind, all] of Object.entries({ ...vulnerabilities, ...anomalies })) {
      for (const { level, path, info } of all) if (level >= 2) severe.push(`${user} ${kind} ${path} ${info}`);
      if (all.length > 0) counts.push(`${all.length} ${levels[Math.max(...all.map(({ level }) => level))]} (${kind})`);
    }
    lines.push(`- As ${user}, ${infos.crawled_pages_nbr ?? 'some'} pages: ${counts.join(', ') || 'nothing'}.`);
  }
  const summary = `${modules.split(',').length} modules, ${startPaths.length} addresses to begin with`;
  storeSummary('wapiti', [
    `wapiti 3.0.4, ${summary}, ${minutes} minutes at the most as each.`,
    '',
    ...lines,
    `- High or medium: ${severe.length === 0 ? 0 : severe.join('; ')}.`,
    `- Errors logged by the product: ${getLoggedErrors(product).length}.`,
  ]);
  expect(severe).toEqual([]);
  expect(getLoggedErrors(product)).toEqual([]);
}
