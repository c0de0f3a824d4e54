import { expect, type Locator, type Page } from '@playwright/test';
import { bitcoinAddress } from '../orders.ts';
import { createIdNumbers, loadSubmission, phone, proceed, step, submitForm } from './identity-scene.ts';
import { test } from './journey.ts';
import { createPdf, createPhoto, type SampleFile } from './sample-files.ts';
import {
  ask,
  dialog,
  expectNoAxeFindings,
  expectToast,
  findMailedLink,
  fits,
  newAddress,
  openWindowFor,
  passLesson,
  password,
} from './scene.ts';

test.use({ ...phone, hasTouch: true });

/** Most interactions from the sign-up form to a sent identity check, and from the dashboard to a placed order. */
const most = { toCheckSent: 35, toFirstBuy: 9 } as const;

/** Counts what a customer does: each tap, each field typed, and two taps for a file. */
class Hand {
  count = 0;
  async tap(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }
  async type(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }
  async choose(target: Locator, option: string): Promise<void> {
    this.count += 1;
    await target.selectOption({ label: option });
  }
  async addFile(target: Locator, file: SampleFile): Promise<void> {
    this.count += 2;
    await target.setInputFiles(file);
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const continueButton = (page: Page) => button(page, 'Continue');

async function expectSaved(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.reload();
  await expect(step(page, title)).toBeVisible();
  for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(value);
}

async function signUp(page: Page, hand: Hand, email: string): Promise<void> {
  await page.goto('/auth?tab=signup');
  await hand.type(page.getByLabel('Email'), email);
  await hand.type(page.getByLabel('Password', { exact: true }), password);
  await hand.type(page.getByLabel('Confirm password'), password);
  await hand.type(page.getByLabel('Date of birth'), '1990-04-12');
  await hand.tap(page.getByLabel(/^I agree to the/));
  await hand.tap(button(page, 'Create Account'));
  await expect(page).toHaveURL(/verify-email/);
  hand.count += 1; // The link in the mail.
  await page.goto(await findMailedLink(page, email, 'type=signup'));
  await hand.tap(button(page, 'Verify my email'));
  await expect(page).toHaveURL('/dashboard');
  await hand.tap(button(page, 'Skip for Now'));
}

async function completeProfile(page: Page, hand: Hand): Promise<void> {
  await hand.tap(page.getByRole('link', { name: 'Continue', exact: true }));
  await hand.type(page.getByLabel('First name'), 'Kerry-Ann');
  await hand.type(page.getByLabel('Last name'), 'Brown');
  await expectNoAxeFindings(page);
  await expectSaved(page, 'Your name and phone', { 'First name': 'Kerry-Ann', 'Last name': 'Brown' });
  await hand.type(page.getByLabel('Phone number'), '876 555 0142');
  await hand.tap(continueButton(page));
  await hand.choose(page.getByLabel('Country of residence'), 'Jamaica');
  await hand.choose(page.getByLabel('Nationality'), 'Jamaica');
  await expectSaved(page, 'Your countries', { 'Country of residence': 'JM', Nationality: 'JM' });
  await hand.tap(continueButton(page));
  await hand.type(page.getByLabel('Occupation'), 'Teacher');
  await expectSaved(page, 'Your work', { Occupation: 'Teacher' });
  await hand.tap(continueButton(page));
}

async function sendCheck(page: Page, hand: Hand, other: Page): Promise<void> {
  const { trn } = createIdNumbers();
  await expect(step(page, 'Personal details')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveValue('Kerry-Ann Brown');
  await hand.type(page.getByLabel('Address'), '1 Hope Road, Kingston 6');
  await expectNoAxeFindings(page);
  await fits(page);
  await hand.tap(continueButton(page));
  await expectSaved(page, 'Your ID', {});
  await button(page, 'Back').click();
  await expect(page.getByLabel('Address')).toHaveValue('1 Hope Road, Kingston 6');
  await continueButton(page).click();
  await hand.choose(page.getByLabel('ID Type'), "Driver's licence");
  await hand.type(page.getByLabel('ID Number'), trn);
  await hand.addFile(page.getByLabel('ID Document'), await createPhoto('national-id.png'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await hand.tap(continueButton(page));
  await expect(page.getByLabel('TRN Number')).toHaveValue(trn);
  await hand.addFile(page.getByLabel('TRN Document'), await createPdf('trn.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await expectSaved(page, 'Live Selfie with ID', {});

  // Another device continues where this one left off, with everything that was typed and sent.
  await other.goto('/dashboard');
  await other.getByRole('link', { name: 'Continue Tier 1', exact: true }).first().click();
  await expect(step(other, 'Live Selfie with ID')).toBeVisible();
  for (const [label, value] of [
    ['TRN Number', trn],
    ['ID Number', trn],
    ['Address', '1 Hope Road, Kingston 6'],
  ] as const) {
    await button(other, 'Back').click();
    await expect(other.getByLabel(label)).toHaveValue(value);
  }
  await proceed(other);
  await expect(other.getByText(/^Uploaded, /)).toHaveCount(1);

  await hand.tap(button(page, 'Open Camera'));
  await hand.tap(button(page, 'Capture'));
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  await hand.tap(submitForm(page));
  await expectToast(page, 'KYC Tier 1 Submitted', 'Your KYC is being reviewed and typically takes 12-24 hours.');
  // The form is gone on the other device too.
  await expect(other.getByRole('progressbar')).toHaveCount(0);
}

async function buyFirst(page: Page, hand: Hand): Promise<void> {
  await page.goto('/dashboard');
  await hand.tap(page.getByRole('link', { name: 'Buy crypto' }));
  await hand.choose(page.getByLabel('Crypto', { exact: true }), 'Bitcoin, BTC');
  await hand.type(page.getByLabel('You pay'), '5000');
  await hand.choose(page.getByLabel('Network', { exact: true }), 'Bitcoin Network (BTC)');
  await hand.type(page.getByLabel('Your BTC address'), bitcoinAddress);
  await hand.tap(page.getByLabel('I checked the first and last characters'));
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await hand.tap(button(page, 'Pay with Bank Transfer'));
  await expect(dialog(page).getByText('Savings')).toBeVisible();
}

/** The browser offers to install the application, as Chrome does on Android. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => Promise.resolve(document.body.setAttribute('data-prompted', ''));
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });

async function closeOffers(page: Page): Promise<void> {
  const passkey = page.getByRole('heading', { name: 'Sign in without your password' });
  const addToHome = button(page, 'Add to your home screen');
  await page.goto('/dashboard');
  await expect(passkey).toBeVisible();
  await expectNoAxeFindings(page);
  await offerInstall(page);
  await expect(addToHome).toHaveCount(0);
  await button(page, 'Not now').click();
  await expect(passkey).toHaveCount(0);
  await expect(addToHome).toBeVisible();
  await expectNoAxeFindings(page);
  await addToHome.click();
  await expect(page.locator('[data-prompted]')).toHaveCount(1);
  await expect(addToHome).toHaveCount(0);
  await offerInstall(page);
  await button(page, 'Not now').click();
  await expect(addToHome).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible();
  await offerInstall(page);
  await expect(passkey.or(addToHome)).toHaveCount(0);
}

test('a visitor with a phone signs up, is verified and places the first order without typing twice', async ({
  page,
  browser,
}) => {
  const email = newAddress();
  const hand = new Hand();
  await signUp(page, hand, email);
  await completeProfile(page, hand);
  const other = await (await browser.newContext()).newPage();
  await other.context().addCookies(await page.context().cookies());
  await sendCheck(page, hand, other);
  expect(hand.count).toBeLessThanOrEqual(most.toCheckSent);

  const desk = await openWindowFor(browser, 'compliance');
  await ask(desk, 'identity/approve', { submissionId: await loadSubmission(page, 1), note: '' });
  await passLesson(page);
  const buyer = new Hand();
  await buyFirst(page, buyer);
  expect(buyer.count).toBeLessThanOrEqual(most.toFirstBuy);

  // The dashboard offers a passkey after the first order, then the installation, each until the customer says no.
  await closeOffers(page);
});
