import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { publicScreens } from '../../src/screens.ts';
import { deskTexts } from '../../tools/documents/catalogue.ts';
import { isDesk } from './scene.ts';

/**
 * How much script a page really loads by itself, without a click, in kB of gzip at its best: many people here are on a
 * phone and a weak line. A page above its budget fails here, and with it the change that made it so.
 */
const ofDocuments = 20;
/** How much of sheets a public page may load, in kB of gzip: what public pages wear, and nothing else. */
const ofSheets = 12;
/**
 * A screen brings no sentences but those that it says itself; the server says the others. The bell, and the words where
 * something does not come or a session ended, are the last three kB.
 */
const ofScreens = 201;

/** Stands in a sheet of the desk. */
const ofDesk = '.desk .bar2';

/** Screens that carry more for a reason. The figure is a ceiling: it may come down, not go up. */
const heavier: Readonly<Record<string, number>> = {
  // The chart of prices, 54 kB, comes once the form stands; the ways to a card's page and back are 3 kB. What is told
  // of an address that people reported comes when there is something to tell; that it is asked is half a kB. Amounts
  // as people write them, and the order that another tab placed, are four. That no host longer than any is read is a
  // tenth.
  '/trading': 277,
  // The rules of addresses, 31 kB: what stands on an order is judged again before anybody pays it out.
  // Four rooms more in the desk's bar and eleven addresses more in the table of screens are one kB; what a
  // customer was warned of and answered, and links of payment apps among the addresses, are four.
  '/admin/orders/:orderId': 232,
  // The drawer with all places of the desk is a third of a kB; no other of its screens stood so near to the budget.
  '/admin/customers/:customerId': 202,
  '/admin/aml-compliance/rules': 199.5, // A form for each kind of rule, for the few who draft them.
  '/admin/scams/appeals': 201.7, // The bar of the desk, as above; its bell and the place of news are two tenths.
  '/admin/scams/:matterId': 207.5, // Reports, things, verdict, answers and publication, each with its dialog.
  // What was hit, freezes, a file and a note beside it all. Words for a lost file, and whose a form is, are the last.
  '/admin/aml-compliance/cases/:caseId': 223.4,
};

/** What files hold, and what is measured of them: each is asked for and measured once, however many pages load it. */
const bodies = new Map<string, Promise<Buffer>>();
const weights = new Map<Buffer, number>();
const ofTheDesk = new Map<Buffer, readonly string[]>();

function once<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : make(key);
  known.set(key, value);
  return value;
}

/** A built file as it is sent. Asked for again: the browser forgets what a page loaded once it leads on to another. */
const bodyOf = (page: Page, file: string): Promise<Buffer> =>
  once(bodies, file, async () => (await page.request.get(file, { failOnStatusCode: true })).body());

const packed = (file: Buffer): number => once(weights, file, () => gzipSync(file, { level: 9 }).length);

const weightOf = (files: readonly Buffer[]): number =>
  Math.ceil(files.reduce((sum, file) => sum + packed(file), 0) / 100) / 10;

/** The sentences of the desk among these scripts: nothing that staff are told lies in what a customer loads. */
const saidOfDesk = (scripts: readonly Buffer[]): readonly string[] =>
  scripts.flatMap((script) => once(ofTheDesk, script, () => deskTexts.filter((text) => script.includes(text))));

const budgetOf = (path: string): number => (path in publicScreens ? ofDocuments : (heavier[path] ?? ofScreens));

const isScript = (file: string) => /\.m?js$/.test(file);

/** What is too heavy, or not its own, of the files that a screen loaded. */
export async function tooHeavy(page: Page, path: string, files: ReadonlySet<string>): Promise<string[]> {
  const those = (kind: (file: string) => boolean) =>
    Promise.all([...files].filter(kind).map((file) => bodyOf(page, file)));
  const scripts = await those(isScript);
  const sheets = await those((file) => file.endsWith('.css'));
  const found: string[] = [];
  const weigh = (what: string, kB: number, allowed: number) => {
    if (kB > allowed || kB < 1) found.push(`${what} of ${kB} kB, allowed are ${allowed}`);
  };
  weigh('script', weightOf(scripts), budgetOf(path));
  const wears = (sign: string) => sheets.some((sheet) => sheet.includes(sign));
  if (path in publicScreens) {
    weigh('sheets', weightOf(sheets), ofSheets);
    if (wears('.trade')) found.push('wears what the application wears');
  }
  const said = saidOfDesk(scripts);
  // What is looked for in the files of others is found where it belongs.
  if (path === '/admin' && !(wears(ofDesk) && said.length > 0)) found.push('has nothing of the desk');
  if (isDesk(path)) return found;
  if (wears(ofDesk)) found.push('wears what the desk wears');
  return [...found, ...said.map((text) => `says what the desk says: ${text}`)];
}
