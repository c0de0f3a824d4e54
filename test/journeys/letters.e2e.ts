import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { clean, customerIn, dialog, fillSignUp, looksRight, ownWindow, toast, toPlace, windowOf } from './scene.ts';

/** The letter to whoever signs up with an address that has an account. */
const title = 'Account: Somebody signed up with an address that has an account';
const words = 'You have been here before, and that is good.';

async function opened(page: Page): Promise<void> {
  await page.goto('/admin');
  await toPlace(page, 'Letters');
  await page.getByLabel('Look for a letter').fill('has an account');
  await page.getByRole('link', { name: 'Somebody signed up with an address that has an account' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** What was mailed to an address, as one text. */
const mailed = async (page: Page, to: string) => (await page.request.get(`/dev/mailbox.json?to=${to}`)).text();

test('two people word a letter otherwise, and the next one of its kind says it so', async ({ browser }) => {
  const [first, second] = [await windowOf(browser, 'finance'), await windowOf(browser, 'admin')];
  await first.goto('/admin/letters');
  await expect(first.getByRole('region', { name: 'Orders' })).toBeVisible();
  await looksRight(first);
  await opened(first);
  await looksRight(first);

  // What cannot be said is told at its field, and nothing typed is lost.
  await first.getByLabel('Text').fill(`${words} Go to https://elsewhere.example now.`);
  await first.getByLabel('Why').fill('Warmer words.');
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(first.locator('.err')).toBeVisible();
  await first.getByLabel('Text').fill(words);
  await expect(first.getByRole('region', { name: 'As typed' })).toContainText(words);
  await first.reload();
  await expect(first.getByLabel('Text')).toHaveValue(words);
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(toast(first, 'Proposed')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await opened(second);
  await expect(second.getByRole('region', { name: 'What changes' }).locator('ins').first()).toContainText('comes in');
  await expect(second.getByRole('region', { name: 'As proposed' }).locator('pre')).toContainText(words);
  await expect(second.getByRole('region', { name: 'As it is now' }).locator('pre')).not.toContainText(words);
  await looksRight(second);
  await clean(second);
  await second.getByRole('button', { name: 'Approve' }).click();
  await dialog(second).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  await looksRight(second);

  const { email } = await customerIn(browser, 'Letters');
  const stranger = await ownWindow(browser);
  await stranger.goto('/auth');
  await stranger.getByRole('tab', { name: 'Sign Up' }).click();
  await fillSignUp(stranger, { email });
  await stranger.getByRole('button', { name: 'Create Account' }).click();
  await expect(async () => expect(await mailed(stranger, email)).toContain(words)).toPass({ timeout: 30_000 });

  // Back to the house's words, as any other change.
  await second.getByRole('button', { name: 'The house’s words' }).click();
  await second.getByLabel('Why').fill('Back as it was.');
  await second.getByRole('button', { name: 'Propose' }).click();
  await expect(toast(second, 'Proposed')).toBeVisible();
  await first.reload();
  await first.getByRole('button', { name: 'Approve' }).click();
  await dialog(first).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(first, 'Approved')).toBeVisible();
});

test('a place is put where the cursor stands, and the letter is shown as a page that can do nothing', async ({
  browser,
}) => {
  const page = await windowOf(browser, 'finance');
  await page.goto('/admin/letters/certificate.earned');
  const text = page.getByLabel('Text');
  await text.fill('You have  now.');
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(9, 9));
  const place = page.getByRole('button', { name: '{course}' });
  await place.focus();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('You have {course} now.');
  await expect(text).toBeFocused();
  await page.keyboard.type(', yours,');
  await expect(text).toHaveValue('You have {course}, yours, now.');
  const subject = page.getByLabel('Subject');
  await subject.fill('Done: ');
  await place.click();
  await expect(subject).toHaveValue('Done: {course}');

  const typed = page.getByRole('region', { name: 'As typed' });
  const said = 'You have Blockchain for beginners, yours, now.';
  await expect(typed.locator('pre')).toContainText(said);
  await expect(typed.locator('iframe')).toHaveAttribute('sandbox', '');
  const mail = typed.frameLocator('iframe');
  await expect(mail.getByText(said)).toBeVisible();
  await expect(mail.getByText('Stop or change these mails')).toBeVisible();
  // What is pressed within it leads nowhere.
  await mail.getByRole('link', { name: 'Stop or change these mails' }).click();
  await expect(mail.getByText(said)).toBeVisible();
  await looksRight(page);
});

test('nobody else of the desk words letters', async ({ browser }) => {
  const page = await windowOf(browser, 'compliance');
  await page.goto('/admin/letters');
  await expect(page.getByText('Your role does not include this.')).toBeVisible();
});
