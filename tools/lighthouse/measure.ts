import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Lighthouse scores of a page out of 100, and its largest contentful paint, ms. */
export type Marks = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
};

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};
type Lighthouse = (address: string, how: object) => Promise<{ readonly lhr: Report } | undefined>;
type Chrome = { readonly port: number; readonly kill: () => void };
type Launch = (how: { chromePath: string | undefined; chromeFlags: readonly string[] }) => Promise<Chrome>;

const middle = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

/** Median of `rounds` runs, each in a new browser that simulates a mid-range phone on a slow connection. */
export async function marksOf(folder: string, address: string, rounds: number): Promise<Marks> {
  const from = (file: string) => import(pathToFileURL(resolve(folder, 'node_modules', file)).href);
  const { default: lighthouse } = (await from('lighthouse/core/index.js')) as { default: Lighthouse };
  const { launch } = (await from('chrome-launcher/dist/index.js')) as { launch: Launch };
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round++) {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu'];
    const chrome = await launch({ chromePath: process.env['CHROME_PATH'], chromeFlags: flags });
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', output: 'json' });
    chrome.kill();
    if (result) reports.push(result.lhr);
  }
  const mark = (name: string) => middle(reports.map((one) => Math.round((one.categories[name]?.score ?? 0) * 100)));
  return {
    performance: mark('performance'),
    accessibility: mark('accessibility'),
    bestPractices: mark('best-practices'),
    seo: mark('seo'),
    lcpMs: Math.round(middle(reports.map((one) => one.audits['largest-contentful-paint']?.numericValue ?? 0))),
  };
}
