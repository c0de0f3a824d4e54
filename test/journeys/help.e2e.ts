import { expect, type Page } from '@playwright/test';
import { newPicture } from '../orders.ts';
import { test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import {
  bar,
  dialog,
  disableQuietHours,
  expectGoodLayout,
  expectToast,
  findMailedLink,
  openCustomerWindow,
  openWindowFor,
  placeBuy,
  region,
} from './scene.ts';

const complaint = 'My order is late and the price was worse than shown.';

/** Moves a complaint into the past, beyond all its deadlines. The trigger keeps its dates from everyone else. */
async function moveBack(reference: string): Promise<void> {
  const client = await connectAsOwner();
  const dates = ['opened_at', 'waits_since', 'due_at', 'complained_at', 'acknowledge_by', 'decide_by'];
  await client.query('begin; select app.start_erasure()');
  await client.query(
    `update help_conversations set ${dates.map((date) => `${date} = ${date} - interval '40 days'`).join(', ')}
      where reference = $1`,
    [reference],
  );
  await client.query('select app.finish_erasure(); commit');
  await client.end();
}

/** Opens a complaint from the order page. Returns its reference. */
async function complain(page: Page): Promise<string> {
  const { orderId, reference } = await placeBuy(page, '3000');
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('link', { name: 'Get help with this order' }).click();
  await expect(page.getByText(`About: Order ${reference}`)).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  for (const words of ['Choose a topic', 'Write your message']) await expect(page.getByText(words)).toBeVisible();
  await expectGoodLayout(page);
  await page.getByLabel(/^Complaint/).check();
  await page.getByLabel('Topic').selectOption('not_arrived');
  await page.getByLabel('Your message').fill(complaint);
  await page
    .getByLabel('File, optional')
    .setInputFiles({ name: 'Slip.png', mimeType: 'image/png', buffer: newPicture() });
  await expect(page.getByText('Uploaded', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(region(page, 'Your complaint')).toContainText("you'll get our decision and the reasons");
  await expect(page.getByRole('link', { name: `Order ${reference}` })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Open Slip.png' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await expectGoodLayout(page);
  return (await page.locator('.facts b').innerText()).trim();
}

async function openOverdue(desk: Page, reference: string): Promise<void> {
  await desk.setViewportSize({ width: 1280, height: 900 });
  await desk.goto(`/admin/help?view=overdue&search=${reference}`);
  await expect(desk.getByRole('link', { name: reference })).toBeVisible();
  await expectGoodLayout(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await desk.getByRole('link', { name: reference }).click();
  await expect(desk.getByText(complaint)).toBeVisible();
}

async function confirmComplaint(desk: Page, reference: string): Promise<void> {
  await openOverdue(desk, reference);
  await desk.getByLabel('Template').selectOption('Complaint received');
  await expect(desk.getByRole('textbox', { name: 'Message' })).toHaveValue(
    new RegExp(`Your reference is ${reference}`),
  );
  await desk.getByRole('button', { name: 'Slip.png' }).click();
  await expect(dialog(desk).getByRole('img').or(dialog(desk).locator('canvas')).first()).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(desk, 'Answer sent', 'We emailed the customer.');
  await desk.getByLabel(/^Staff/).check();
  await desk.getByRole('textbox', { name: 'Note' }).fill('The bank was closed that day.');
  await desk.getByRole('button', { name: 'Save note' }).click();
  await expectToast(desk, 'Note saved', 'Only staff can see it.');
  await expectGoodLayout(desk);
}

async function decide(desk: Page, button: 'Decide' | 'Review', outcome: string): Promise<void> {
  await bar(desk).getByRole('button', { name: button }).click();
  await dialog(desk).getByLabel('Decision').selectOption(outcome);
  await dialog(desk).getByLabel('Reasons').fill('The transfer was late because of us. The price was the agreed one.');
  await expectGoodLayout(desk);
  await desk.setViewportSize({ width: 1280, height: 900 });
  await dialog(desk).getByRole('button', { name: 'Send decision' }).click();
  await expectToast(desk, 'Decision sent', 'We emailed the customer.');
}

async function downloadRegister(desk: Page, reference: string): Promise<void> {
  await desk.goto('/admin/help');
  await desk.getByRole('button', { name: 'Register' }).click();
  await dialog(desk).getByLabel('From').fill('2024-01-01');
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    dialog(desk).getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString('utf8')).toContain(reference);
}

test('a complaint past its deadlines is confirmed, decided, reviewed by another person and ends with a letter', async ({
  browser,
}) => {
  test.slow();
  const { email, page } = await openCustomerWindow(browser, 'Wright');
  await disableQuietHours(page);
  await page.goto('/help');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expectGoodLayout(page);
  const reference = await complain(page);
  await moveBack(reference);
  await page.reload();
  await expect(page.getByText("We're late with this, and we're sorry.")).toBeVisible();

  await confirmComplaint(await openWindowFor(browser, 'support'), reference);
  await page.goto(await findMailedLink(page, email, '/help/'));
  await expect(page.getByText("I'm handling it and will send you a decision")).toBeVisible();
  await expect(page.getByText('The bank was closed')).toHaveCount(0);

  const officer = await openWindowFor(browser, 'compliance');
  await openOverdue(officer, reference);
  await decide(officer, 'Decide', 'partly_upheld');
  await page.getByText('Ask for a review').first().click();
  await page.getByLabel('Why do you disagree?').fill('The price was not the one I saw.');
  await expectGoodLayout(page);
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  await expectToast(page, 'Review requested', 'A different person');
  await officer.reload();
  await expect(officer.getByText('You made the first decision.')).toBeVisible();
  await expect(bar(officer).getByRole('button', { name: 'Review' })).toHaveCount(0);

  const reviewer = await openWindowFor(browser, 'admin');
  await reviewer.setViewportSize({ width: 1280, height: 900 });
  await reviewer.goto(officer.url());
  await decide(reviewer, 'Review', 'upheld');
  await expect(region(page, 'Your complaint')).toContainText('Our final position');
  const letter = page.getByRole('link', { name: 'Download the letter (PDF)' });
  const file = await page.request.get((await letter.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expectGoodLayout(page);
  await downloadRegister(officer, reference);
});
