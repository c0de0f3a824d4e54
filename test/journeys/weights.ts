import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { deskTexts } from '../../tools/documents/catalogue.ts';
import { isAdmin } from './scene.ts';

/** Maximum size of the scripts that a public page loads without a click, in kB of gzip. */
const documentLimitKb = 20;
/** Maximum size of the styles of a public page in kB of gzip. */
const styleLimitKb = 12;
/** Maximum size of the scripts of a screen in kB of gzip. */
const screenLimitKb = 201;

/** A selector of the admin styles. Customer styles must not contain it. */
const adminSelector = '.desk .bar2';

/** Screens above the maximum, in kB, each with its reason. Never raise a figure without a reason. */
const exceptions: Readonly<Record<string, number>> = {
  // Card page 3 kB, scam lookup 0.5, amounts and other networks 5, card return 4, saved payees 2 (F1, F4, F8).
  '/trading': 224.5,
  // The form of a tier with its upload.
  '/verify-identity': 205,
  // Reports of faults and the offer to install.
  '/orders/:orderId': 201.5,
  // Routes and menu entries of help, status, announcements and price alerts.
  '/admin/orders/:orderId': 203.5,
  '/admin/help/:conversationId': 201.5,
  // Five dialogs.
  '/admin/scams/:caseId': 207.5,
  // Matches, freezes, files and notes.
  '/admin/aml-compliance/cases/:caseId': 223.4,
};

const bodies = new Map<string, Promise<Buffer>>();
const weights = new Map<Buffer, number>();
const adminTextsByScript = new Map<Buffer, readonly string[]>();

function memoize<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : make(key);
  known.set(key, value);
  return value;
}

/** Fetches a file of the page again, because browsers discard response bodies after a navigation. */
const loadBody = (page: Page, file: string): Promise<Buffer> =>
  memoize(bodies, file, async () => (await page.request.get(file, { failOnStatusCode: true })).body());

const getGzipSize = (file: Buffer): number => memoize(weights, file, () => gzipSync(file, { level: 9 }).length);

const sumKb = (files: readonly Buffer[]): number =>
  Math.ceil(files.reduce((sum, file) => sum + getGzipSize(file), 0) / 100) / 10;

/** Finds admin texts in scripts. Customers must not load any. */
const findAdminTexts = (scripts: readonly Buffer[]): readonly string[] =>
  scripts.flatMap((script) =>
    memoize(adminTextsByScript, script, () => deskTexts.filter((text) => script.includes(text))),
  );

const getLimit = (path: string): number =>
  path in publicScreens ? documentLimitKb : (exceptions[path] ?? screenLimitKb);

const isScript = (file: string) => /\.m?js$/.test(file);

export async function findOverweight(page: Page, path: string, files: ReadonlySet<string>): Promise<string[]> {
  const loadFiles = (kind: (file: string) => boolean) =>
    Promise.all([...files].filter(kind).map((file) => loadBody(page, file)));
  const scripts = await loadFiles(isScript);
  const sheets = await loadFiles((file) => file.endsWith('.css'));
  const found: string[] = [];
  const checkWeight = (label: string, kB: number, allowed: number) => {
    if (kB > allowed || kB < 1) found.push(`${label} of ${kB} kB, allowed are ${allowed}`);
  };
  checkWeight('script', sumKb(scripts), getLimit(path));
  const hasSelector = (sign: string) => sheets.some((sheet) => sheet.includes(sign));
  if (path in publicScreens) {
    checkWeight('sheets', sumKb(sheets), styleLimitKb);
    if (hasSelector('.trade')) found.push('wears what the application wears');
  }
  const adminTexts = findAdminTexts(scripts);
  // Proves that the search for admin texts works.
  if (path === '/admin' && !(hasSelector(adminSelector) && adminTexts.length > 0))
    found.push('has nothing of the desk');
  if (isAdmin(path)) return found;
  if (hasSelector(adminSelector)) found.push('wears what the desk wears');
  return [...found, ...adminTexts.map((text) => `says what the desk says: ${text}`)];
}
