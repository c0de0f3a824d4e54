import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { formatStatement, insertAwaitedPayments } from '../bank-lines.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { createProof, upload } from './sample-files.ts';
import { ask, dialog, expectNoAxeFindings, fits, openCustomerWindow, openWindowFor, placeBuy, toast } from './scene.ts';

async function createClaimedBuy(browser: Browser, amount: string): Promise<string> {
  const page = await openWindowFor(browser, 'tier2');
  const { orderId, reference } = await placeBuy(page, amount);
  const proofFile = await upload(page, 'transaction-proof', createProof());
  await ask(page, 'trading/claimPayment', { orderId, proofFile });
  await page.context().close();
  return reference;
}

const payer = { payer: 'Mrs Grant, Tamara', account: '404 512 345', bank: 'Demo Bank of Jamaica' };
const unique = (): string => crypto.randomUUID().slice(0, 8).toUpperCase();

async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page);
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
  const order = dialog(page).getByRole('radio', { name: /^Day, month, year/ });
  const read = dialog(page).getByText(/^\d+ rows read/);
  await expect(order.or(read)).toBeVisible();
  // The form asks for the date order only when the dates are ambiguous.
  if (await order.isVisible()) await order.check();
  await expect(read).toBeVisible();
}

test('an uploaded statement is confirmed by keyboard, the rest by hand, and the queue is empty', async ({
  browser,
}) => {
  const [first, second, third] = [
    await createClaimedBuy(browser, '20911'),
    await createClaimedBuy(browser, '20922'),
    await createClaimedBuy(browser, '20933'),
  ];
  const mark = unique();
  const text = formatStatement([
    { reference: `ONE${mark}`, details: `TRF ${first}`, credit: '20,911.00', ...payer },
    { reference: `TWO${mark}`, details: `TRF ${second.slice(0, -1)}`, credit: '20,922.00', ...payer },
    { reference: `ODD${mark}`, details: `TRF ${third}`, credit: '20,933.00', ...payer, payer: 'Olive Other' },
    { reference: `NIL${mark}`, details: 'INTEREST', credit: '1.23', ...payer },
  ]);
  const page = await openWindowFor(browser, 'finance');
  await page.goto('/admin/bank-lines');
  await expect(page.getByText('No lines waiting')).toBeVisible();
  await uploadLines(page, text);
  await expect(dialog(page).getByRole('row')).toHaveCount(5);
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Save new lines' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '4 of 4' })).toBeVisible();

  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`${name}${mark}$`) });
  await expect(line('ONE')).toContainText('reference matches, amount matches, paid by the customer, date fits');
  await expect(line('TWO')).toContainText('reference has one typo');
  await expect(line('ODD')).toContainText('paid by someone else');
  await looksRight(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Confirm 2 selected' })).toBeVisible();
  await page.keyboard.press('c');
  const batch = page.getByRole('region', { name: 'Bulk confirmation' });
  await expect(batch).toContainText('2 of 2 done');
  await page.reload();
  await expect(batch.getByRole('group').filter({ hasText: 'Done (2)' })).toBeVisible();
  await looksRight(page);
  await expect(line('ONE')).toHaveCount(0);

  await line('ODD')
    .getByRole('button', { name: `Confirm for ${third}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dialog(page).getByText('Paid by Olive Other, but the customer is Tamara Grant')).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog(page).getByLabel('Note').fill('Her husband, by his letter of today');
  await dialog(page).getByRole('button', { name: 'Confirm payment' }).click();
  await expect(line('ODD')).toHaveCount(0);

  await line('NIL')
    .getByRole('button', { name: /^Dismiss/ })
    .click();
  await expectNoAxeFindings(page);
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('No lines waiting')).toBeVisible();
  await uploadLines(page, text);
  await dialog(page).getByRole('button', { name: 'Save new lines' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '0 of 4' })).toBeVisible();
});

const plain = 280;

async function createAwaited(browser: Browser, wishes: Parameters<typeof insertAwaitedPayments>[2]) {
  const { email, page } = await openCustomerWindow(browser, 'Brown');
  await page.context().close();
  const client = await connectAsOwner();
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const due = await insertAwaitedPayments({ owner: client }, rows[0]?.id ?? '', wishes);
  await client.end();
  return due.map(({ reference }) => reference);
}

const swapCharacters = (text: string) => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

const amountOf = (at: number): number => 5_000 + at;

/** Statement file with unambiguous lines, and twenty lines that need attention, each for a different reason. */
function renderFile(due: readonly string[]): string {
  const ref = (at: number): string => due[plain + at] ?? '';
  const kerry = { payer: 'Kerry-Ann Brown', account: '77 66 55', bank: 'Demo Bank of Jamaica' };
  return formatStatement([
    ...due.slice(0, plain).map((reference, at) => ({
      ...{ reference: `PLAIN${at}${unique()}`, details: `TRF ${reference}`, credit: '6,011.00', ...kerry },
    })),
    { ...kerry, reference: 'AWK-00', details: `slip ${ref(0).slice(0, -1)}`, credit: `${amountOf(0)}.00` },
    { ...kerry, reference: 'AWK-01', details: `slip ${swapCharacters(ref(1))}`, credit: `${amountOf(1)}.00` },
    { ...kerry, reference: 'AWK-02', details: ref(2).replace('-', ' ').toLowerCase(), credit: `${amountOf(2)}.00` },
    { ...kerry, reference: 'AWK-03', details: ref(3), credit: `${amountOf(3)}.00`, payer: 'Mrs BROWN, KERRY ANN' },
    // A reference in the details only, another payer, no payer, an unknown bank.
    { ...kerry, reference: 'AWK-04', details: `KERRY-ANN BROWN ${ref(4)}`, credit: `${amountOf(4)}.00`, payer: '' },
    { ...kerry, reference: 'AWK-05', details: ref(5), credit: `${amountOf(5)}.00`, payer: 'Olive Other' },
    { ...kerry, reference: 'AWK-06', details: 'no word', credit: `${amountOf(6)}.00` },
    { ...kerry, reference: 'AWK-07', details: ref(7), credit: `${amountOf(7)}.00`, account: '', bank: '' },
    { ...kerry, reference: 'AWK-08', details: ref(8), credit: '5100.00' },
    { ...kerry, reference: 'AWK-09', details: 'for both', credit: `${amountOf(9) + amountOf(10)}.00` },
    { ...kerry, reference: 'AWK-10', details: `twice ${ref(11)}`, credit: `${amountOf(11)}.00` },
    { ...kerry, reference: 'AWK-10', details: `twice ${ref(11)}`, credit: `${amountOf(11)}.00` },
    { ...kerry, reference: 'AWK-11', details: `late ${ref(12)}`, credit: `${amountOf(12)}.00` },
    { ...kerry, reference: 'AWK-12', details: 'CASH DEPOSIT', credit: '1200000.00', payer: '', account: '' },
    // A bank charge, which is dismissed automatically.
    { ...kerry, reference: 'AWK-13', details: 'CHARGES', debit: '250.00' },
    { ...kerry, reference: 'AWK-14', details: 'interest', credit: '12.34' },
    { ...kerry, reference: 'AWK-15', details: 'what we sent came back', credit: '4000.00' },
    { ...kerry, reference: 'AWK-16', details: 'unknown purpose', credit: '777.00', payer: 'Unknown Sender' },
    { ...kerry, reference: 'AWK-17', details: 'our own other account', credit: '90000.00' },
    { ...kerry, reference: 'AWK-18', details: 'refund of the tax', credit: '55.55' },
  ]);
}

async function confirmMatches(page: Page, waiting: Locator): Promise<void> {
  const tick = page.getByRole('button', { name: 'Select all certain matches' });
  const confirm = page.getByRole('button', { name: /^Confirm \d+ selected$/ });
  await expect(tick).toBeVisible();
  for (;;) {
    await expect(async () => {
      if (!(await tick.isVisible())) return;
      await page.keyboard.press('a');
      await expect(confirm).toBeVisible({ timeout: 8_000 });
    }).toPass({ timeout: 90_000 });
    if (!(await confirm.isVisible())) return;
    const before = await waiting.textContent();
    await page.keyboard.press('c');
    await expect(waiting).not.toHaveText(before ?? '', { timeout: 60_000 });
    await expect(page.getByText(/to go\. You can close/)).toHaveCount(0, { timeout: 400_000 });
  }
}

function getLineActions(page: Page) {
  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`AWK-${name}$`) });
  const act = async (name: string, button: string | RegExp) => {
    await line(name).first().getByRole('button', { name: button }).first().click();
  };
  const fill = async (fields: Record<string, string>, says: string) => {
    for (const [label, value] of Object.entries(fields)) await dialog(page).getByLabel(label).first().fill(value);
    await dialog(page).getByRole('button', { name: says, exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
  };
  const expectCount = (name: string, left = 0) => expect(line(name)).toHaveCount(left);
  return { line, act, fill, expectCount };
}
const confirmLabel = 'Confirm payment';
const record = 'Record payment';

async function resolveUnnamed(
  { act, fill, expectCount }: Hand,
  { page, ref }: { page: Page; ref: (at: number) => string },
) {
  await act('04', /^Confirm for/);
  await fill({ 'Paid by': 'Kerry-Ann Brown' }, confirmLabel);
  await expectCount('04');
  await act('05', /^Confirm for/);
  await fill({ Note: 'Her mother, by letter' }, confirmLabel);
  await expectCount('05');
  await act('06', /^Find/);
  await dialog(page).getByLabel('Reference, name or amount').fill(ref(6));
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('button', { name: `Confirm for ${ref(6)}` })
    .click();
  await fill({}, confirmLabel);
  await expectCount('06');
  await act('07', /^Confirm for/);
  await fill({ "Payer's bank": 'Scotia', "Payer's account": '12 34' }, confirmLabel);
  await expectCount('07');
}
type Hand = ReturnType<typeof getLineActions>;

async function resolveAmounts(
  { line, act, fill, expectCount }: Hand,
  { page, ref }: { page: Page; ref: (at: number) => string },
) {
  await act('08', /^Split/);
  await fill({ 'Order or payment': ref(8), Amount: String(amountOf(8)) }, record);
  await expectCount('08');
  await act('09', /^Split/);
  await dialog(page)
    .getByLabel('Amount')
    .nth(1)
    .fill(String(amountOf(10)));
  await fill({ 'Order or payment': ref(9), Amount: String(amountOf(9)), 'Second order or payment': ref(10) }, record);
  await expectCount('09');
  await expect(line('10').first()).toContainText('Has an identical line');
  await act('10', /^Confirm for/);
  await fill({}, confirmLabel);
  await expectCount('10', 1);
  await act('10', /^Split/);
  await fill({}, record);
  await expectCount('10');
  await act('11', /^Confirm for/);
  await fill({}, confirmLabel);
  await expectCount('11');
  await expect(line('12')).toContainText('Cash over the legal limit');
  await act('12', /^Split/);
  await fill({ 'Paid by': 'Not known', "Payer's account": 'Counter' }, record);
  await expectCount('12');
}

/** Presses the down key until the wanted line has the focus. A key pressed while the list loads would be lost. */
const moveDownTo = (page: Page, wanted: Locator) =>
  expect(async () => {
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('k');
    for (let step = 0; step < 4; step += 1) {
      if (await wanted.evaluate((line) => line === document.activeElement)) return;
      await page.keyboard.press('j');
    }
    await expect(wanted).toBeFocused({ timeout: 100 });
  }).toPass();

async function dismissByKeyboard({ line, fill, expectCount }: Hand, page: Page): Promise<void> {
  for (const name of ['14', '15', '17', '18']) {
    await moveDownTo(page, line(name));
    await page.keyboard.press('x');
    await fill({}, 'Dismiss');
    await expectCount(name);
  }
  await moveDownTo(page, line('16'));
  await page.keyboard.press('s');
  await fill({}, record);
}

test('of 300 lines 284 are confirmed by two keys, 16 unclear ones by hand, and the queue is empty', async ({
  browser,
}) => {
  test.setTimeout(700_000);
  const wishes = Array.from({ length: 14 }, (_, at) => ({ amount: String(amountOf(at)), ended: at === 12 }));
  const due = await createAwaited(browser, [...Array.from({ length: plain }, () => ({ amount: '6011' })), ...wishes]);
  const ref = (at: number): string => due[plain + at] ?? '';
  const page = await openWindowFor(browser, 'finance');
  await page.goto('/admin/bank-lines');
  await expect(page.getByText('No lines waiting')).toBeVisible();
  await uploadLines(page, renderFile(due));
  await dialog(page).getByRole('button', { name: 'Save new lines' }).click();
  await expect(toast(page, 'Uploaded').filter({ hasText: '300 of 300' })).toBeVisible();

  const waiting = page.getByRole('button', { name: /^Waiting/ });
  await confirmMatches(page, waiting);
  await expect(waiting).toContainText('15');
  const hand = getLineActions(page);
  await resolveUnnamed(hand, { page, ref });
  await resolveAmounts(hand, { page, ref });
  await dismissByKeyboard(hand, page);
  await expect(page.getByText('No lines waiting')).toBeVisible();
});
