import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { awaitedPayments, statement } from '../bank-lines.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { slip, upload } from './papers.ts';
import { ask, clean, customerIn, dialog, fits, placedBuy, toast, windowOf } from './scene.ts';

/** A buy whose customer says that it is paid: its reference. */
async function claimedBuy(browser: Browser, amount: string): Promise<string> {
  const page = await windowOf(browser, 'tier2');
  const { orderId, reference } = await placedBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', slip());
  await ask(page, 'trading/claimPayment', { orderId, proofFile });
  await page.context().close();
  return reference;
}

const payer = { payer: 'Mrs Grant, Tamara', account: '404 512 345', bank: 'Demo Bank of Jamaica' };
const unique = (): string => crypto.randomUUID().slice(0, 8).toUpperCase();

/** On a phone and on a desk, in both themes. */
async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page);
  }
}

async function uploadLines(page: Page, text: string): Promise<void> {
  await page.keyboard.press('u');
  await dialog(page)
    .getByLabel('File')
    .setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  await expect(dialog(page).getByText('lines are read')).toBeVisible();
}

test('a statement is uploaded, what is certain is confirmed by keys, the rest by hand, and nothing waits', async ({
  browser,
}) => {
  const [first, second, odd] = [
    await claimedBuy(browser, '20911'),
    await claimedBuy(browser, '20922'),
    await claimedBuy(browser, '20933'),
  ];
  const mark = unique();
  const text = statement([
    { reference: `ONE${mark}`, details: `TRF ${first}`, credit: '20,911.00', ...payer },
    { reference: `TWO${mark}`, details: `TRF ${second.slice(0, -1)}`, credit: '20,922.00', ...payer },
    { reference: `ODD${mark}`, details: `TRF ${odd}`, credit: '20,933.00', ...payer, payer: 'Somebody Else' },
    { reference: `NIL${mark}`, details: 'INTEREST', credit: '1.23', ...payer },
  ]);
  const page = await windowOf(browser, 'finance');
  await page.goto('/admin/bank-lines');
  await expect(page.getByText('No line waits')).toBeVisible();
  await uploadLines(page, text);
  await expect(dialog(page).getByRole('row')).toHaveCount(5);
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Keep what is new' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '4 of 4' })).toBeVisible();

  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`${name}${mark}$`) });
  await expect(line('ONE')).toContainText('its reference, its amount, its customer paid, its day');
  await expect(line('TWO')).toContainText('its reference with one slip');
  await expect(line('ODD')).toContainText('somebody else paid');
  await looksRight(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Confirm 2 ticked' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(toast(page, 'Confirmed').filter({ hasText: '2 lines' })).toBeVisible();
  await expect(line('ONE')).toHaveCount(0);

  await line('ODD')
    .getByRole('button', { name: `Confirm for ${odd}` })
    .click();
  await dialog(page).getByRole('button', { name: 'The money is there' }).click();
  await expect(dialog(page).getByText('Somebody Else paid, and the customer is Tamara Grant')).toBeVisible();
  await clean(page);
  await dialog(page).getByLabel('Note').fill('Her husband, by his letter of today');
  await dialog(page).getByRole('button', { name: 'The money is there' }).click();
  await expect(line('ODD')).toHaveCount(0);

  await line('NIL')
    .getByRole('button', { name: /^Set aside/ })
    .click();
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Set aside' }).click();
  await expect(page.getByText('No line waits')).toBeVisible();
  await uploadLines(page, text);
  await dialog(page).getByRole('button', { name: 'Keep what is new' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '0 of 4' })).toBeVisible();
});

/** A file of 300 lines: so many are plain, and twenty are odd, each in another way. */
const plain = 280;

/** Payments of one customer of this journey that wait for their money, by amount. */
async function awaitedBy(browser: Browser, wishes: Parameters<typeof awaitedPayments>[2]) {
  const { email, page } = await customerIn(browser, 'Brown');
  await page.context().close();
  const client = await owner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const due = await awaitedPayments({ owner: client }, rows[0]?.id ?? '', wishes);
  await client.end();
  return due.map(({ reference }) => reference);
}

const swapped = (text: string) => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

const odd = (at: number): number => 5_000 + at;

/** A file of what is plain, and of twenty lines of which each is odd in another way. */
function fileOf(due: readonly string[]): string {
  const ref = (at: number): string => due[plain + at] ?? '';
  const kerry = { payer: 'Kerry-Ann Brown', account: '77 66 55', bank: 'Demo Bank of Jamaica' };
  return statement([
    ...due.slice(0, plain).map((reference, at) => ({
      ...{ reference: `PLAIN${at}${unique()}`, details: `TRF ${reference}`, credit: '6,011.00', ...kerry },
    })),
    // A slip in the reference, in four ways: beyond doubt by all else.
    { ...kerry, reference: 'AWK-00', details: `slip ${ref(0).slice(0, -1)}`, credit: `${odd(0)}.00` },
    { ...kerry, reference: 'AWK-01', details: `slip ${swapped(ref(1))}`, credit: `${odd(1)}.00` },
    { ...kerry, reference: 'AWK-02', details: ref(2).replace('-', ' ').toLowerCase(), credit: `${odd(2)}.00` },
    { ...kerry, reference: 'AWK-03', details: ref(3), credit: `${odd(3)}.00`, payer: 'Mrs BROWN, KERRY ANN' },
    // Named in the words alone; paid by another; nothing said of whom; of no known bank.
    { ...kerry, reference: 'AWK-04', details: `KERRY-ANN BROWN ${ref(4)}`, credit: `${odd(4)}.00`, payer: '' },
    { ...kerry, reference: 'AWK-05', details: ref(5), credit: `${odd(5)}.00`, payer: 'Somebody Else' },
    { ...kerry, reference: 'AWK-06', details: 'no word', credit: `${odd(6)}.00` },
    { ...kerry, reference: 'AWK-07', details: ref(7), credit: `${odd(7)}.00`, account: '', bank: '' },
    // Too much; one for two; the same twice; too late.
    { ...kerry, reference: 'AWK-08', details: ref(8), credit: '5100.00' },
    { ...kerry, reference: 'AWK-09', details: 'for both', credit: `${odd(9) + odd(10)}.00` },
    { ...kerry, reference: 'AWK-10', details: `twice ${ref(11)}`, credit: `${odd(11)}.00` },
    { ...kerry, reference: 'AWK-10', details: `twice ${ref(11)}`, credit: `${odd(11)}.00` },
    { ...kerry, reference: 'AWK-11', details: `late ${ref(12)}`, credit: `${odd(12)}.00` },
    { ...kerry, reference: 'AWK-12', details: 'CASH DEPOSIT', credit: '1200000.00', payer: '', account: '' },
    // Nobody's: a charge leaves by itself; the others are said to be.
    { ...kerry, reference: 'AWK-13', details: 'CHARGES', debit: '250.00' },
    { ...kerry, reference: 'AWK-14', details: 'interest', credit: '12.34' },
    { ...kerry, reference: 'AWK-15', details: 'what we sent came back', credit: '4000.00' },
    { ...kerry, reference: 'AWK-16', details: 'nobody knows', credit: '777.00', payer: 'Somebody' },
    { ...kerry, reference: 'AWK-17', details: 'our own other account', credit: '90000.00' },
    { ...kerry, reference: 'AWK-18', details: 'refund of the tax', credit: '55.55' },
  ]);
}

/** Page by page, until nothing certain is left. */
async function confirmCertain(page: Page, waiting: Locator): Promise<void> {
  const tick = page.getByRole('button', { name: 'Tick all that is certain' });
  const confirm = page.getByRole('button', { name: /^Confirm \d+ ticked$/ });
  await expect(tick).toBeVisible();
  for (;;) {
    // What was confirmed just now may be listed for a moment more, and cannot be ticked.
    await expect(async () => {
      if (!(await tick.isVisible())) return;
      await page.keyboard.press('a');
      await expect(confirm).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    if (!(await confirm.isVisible())) return;
    const before = await waiting.textContent();
    await page.keyboard.press('c');
    await expect(waiting).not.toHaveText(before ?? '', { timeout: 60_000 });
    await expect(page.getByRole('button', { name: /to go$/ })).toHaveCount(0, { timeout: 240_000 });
  }
}

/** What is done with one line, by its name. */
function handOn(page: Page) {
  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`AWK-${name}$`) });
  const act = async (name: string, button: string | RegExp) => {
    await line(name).first().getByRole('button', { name: button }).first().click();
  };
  const fill = async (fields: Record<string, string>, says: string) => {
    for (const [label, value] of Object.entries(fields)) await dialog(page).getByLabel(label).first().fill(value);
    await dialog(page).getByRole('button', { name: says, exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
  };
  const gone = (name: string, left = 0) => expect(line(name)).toHaveCount(left);
  return { line, act, fill, gone };
}
const there = 'The money is there';

/** Who paid is missing, is another, or names nothing. */
async function namedByHand({ act, fill, gone }: Hand, { page, ref }: { page: Page; ref: (at: number) => string }) {
  await act('04', /^Confirm for/);
  await fill({ 'Paid by': 'Kerry-Ann Brown' }, there);
  await gone('04');
  await act('05', /^Confirm for/);
  await fill({ Note: 'Her mother, by letter' }, there);
  await gone('05');
  await act('06', /^Find/);
  await dialog(page).getByLabel('Reference, name or amount').fill(ref(6));
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('button', { name: `Confirm for ${ref(6)}` })
    .click();
  await fill({}, there);
  await gone('06');
  await act('07', /^Confirm for/);
  await fill({ "Payer's bank": 'Scotia', "Payer's account": '12 34' }, there);
  await gone('07');
}
type Hand = ReturnType<typeof handOn>;

/** Too much, for two, twice, too late, in cash. */
async function dealtByHand(
  { line, act, fill, gone }: Hand,
  { page, ref }: { page: Page; ref: (at: number) => string },
) {
  await act('08', /^Split/);
  await fill({ 'Order or payment': ref(8), 'Its part': String(odd(8)) }, 'Take it in');
  await gone('08');
  await act('09', /^Split/);
  await dialog(page)
    .getByLabel('Its part')
    .nth(1)
    .fill(String(odd(10)));
  await fill({ 'Order or payment': ref(9), 'Its part': String(odd(9)), 'Another one': ref(10) }, 'Take it in');
  await gone('09');
  await expect(line('10').first()).toContainText('Another line is alike');
  await act('10', /^Confirm for/);
  await fill({}, there);
  await gone('10', 1);
  await act('10', /^Split/);
  await fill({}, 'Take it in');
  await gone('10');
  await act('11', /^Confirm for/);
  await fill({}, there);
  await gone('11');
  await expect(line('12')).toContainText('Cash above the ceiling');
  await act('12', /^Split/);
  await fill({ 'Paid by': 'Not known', "Payer's account": 'Counter' }, 'Take it in');
  await gone('12');
}

/** From the top down to the line, step by step: a key that was pressed before the list had come is one too many. */
const downTo = (page: Page, wanted: Locator) =>
  expect(async () => {
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('k');
    for (let step = 0; step < 4; step += 1) {
      if (await wanted.evaluate((line) => line === document.activeElement)) return;
      await page.keyboard.press('j');
    }
    await expect(wanted).toBeFocused({ timeout: 100 });
  }).toPass();

/** The rest by keys alone: down to the line, what it is, and on. */
async function setAsideByKeys({ line, fill, gone }: Hand, page: Page): Promise<void> {
  for (const name of ['14', '15', '17', '18']) {
    await downTo(page, line(name));
    await page.keyboard.press('x');
    await fill({}, 'Set aside');
    await gone(name);
  }
  await downTo(page, line('16'));
  await page.keyboard.press('s');
  await fill({}, 'Take it in');
}

test('of 300 lines 284 are confirmed by two keys, 16 awkward ones by hand, and the queue is empty', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const wishes = Array.from({ length: 14 }, (_, at) => ({ amount: String(odd(at)), ended: at === 12 }));
  const due = await awaitedBy(browser, [...Array.from({ length: plain }, () => ({ amount: '6011' })), ...wishes]);
  const ref = (at: number): string => due[plain + at] ?? '';
  const page = await windowOf(browser, 'finance');
  await page.goto('/admin/bank-lines');
  await expect(page.getByText('No line waits')).toBeVisible();
  await uploadLines(page, fileOf(due));
  await dialog(page).getByRole('button', { name: 'Keep what is new' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '300 of 300' })).toBeVisible();

  const waiting = page.getByRole('button', { name: /^Waiting/ });
  await confirmCertain(page, waiting);
  await expect(waiting).toContainText('15');
  const hand = handOn(page);
  await namedByHand(hand, { page, ref });
  await dealtByHand(hand, { page, ref });
  await setAsideByKeys(hand, page);
  await expect(page.getByText('No line waits')).toBeVisible();
});
