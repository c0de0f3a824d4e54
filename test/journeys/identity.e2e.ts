import { expect, type Page } from '@playwright/test';
import {
  createIdNumbers,
  fillDetails,
  getTierRow,
  loadSubmission,
  newAdmin,
  newTier1Customer,
  openTier,
  phone,
  proceed,
  step,
  submitForm,
  takeSelfie,
} from './identity-scene.ts';
import { type Steps, story, test } from './journey.ts';
import { createPdf, createPhoto, type SampleFile } from './sample-files.ts';
import {
  ask,
  evmAddress,
  expectNoAxeFindings,
  expectToast,
  fits,
  newCustomer,
  openWindow,
  openWindowFor,
  signIn,
  toast,
} from './scene.ts';

test.use(phone);

const loadTier = async (page: Page) => (await ask<{ limit: { tier: string } }>(page, 'trading/limits')).limit.tier;

const status = (page: Page, tier: string, word: string) =>
  expect(getTierRow(page, tier).getByText(word, { exact: true })).toBeVisible();

async function submitTier1Form(page: Page): Promise<void> {
  await openTier(page, 'Tier 1');
  await expect(step(page, 'Personal details')).toBeFocused();
  await page.getByLabel('Full Name').fill('');
  await proceed(page);
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expectNoAxeFindings(page);

  await fillDetails(page, createIdNumbers());
  await submitForm(page).click();
  await expectToast(page, 'Missing Files', 'Please upload ID, TRN document, and take a live selfie.');
  await expect(page.getByText('Please take a live selfie.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open Camera' })).toBeFocused();
  await takeSelfie(page);
  await expectNoAxeFindings(page);
  await submitForm(page).click();
  await expectToast(page, 'KYC Tier 1 Submitted', 'Your KYC is being reviewed and typically takes 12-24 hours.');
  await status(page, 'Tier 1', 'Pending');
  await expect(getTierRow(page, 'Tier 1')).toContainText('Review time: typically 12-24 hours.');
}

async function resubmitTrn(page: Page): Promise<void> {
  const line = getTierRow(page, 'Tier 1');
  await status(page, 'Tier 1', 'Rejected');
  await expect(line).toContainText(
    "TRN document. The TRN on the document doesn't match the one you entered. Please check it.",
  );
  await openTier(page, 'Tier 1');
  await expect(page.getByRole('list', { name: 'Items from your last submission' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await expect(page.getByLabel('Full Name')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open Camera' })).toBeHidden();
  await page.getByLabel('TRN Number').fill('023456789');
  await expect(page.getByText('Personal TRNs usually begin with 1.')).toBeVisible();
  await page.getByLabel('TRN Number').fill(createIdNumbers().trn);
  await page.getByLabel('TRN Document').setInputFiles(await createPhoto('trn.png'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await expectNoAxeFindings(page);
  await submitForm(page).click();
  await status(page, 'Tier 1', 'Pending');
}

async function submitTier2Form(page: Page): Promise<void> {
  await openTier(page, 'Tier 2');
  await page.getByLabel('Employment Status').selectOption({ label: 'Self-employed' });
  await page.getByLabel('Employer/Company Name').fill('Brown Tailoring');
  await page.getByLabel('Job Title/Position').fill('Tailor');
  await page.getByLabel('Monthly Income (JMD)').fill('-5');
  await page.getByLabel('Source of Funds').selectOption({ label: 'Business' });
  await proceed(page);
  await expect(page.getByText('Monthly income must be a number of 0 or more')).toBeVisible();
  await page.getByLabel('Monthly Income (JMD)').fill('180,000.50');
  await proceed(page);
  await proceed(page);
  await expectToast(page, 'Missing Files', 'Please upload both address proof and income proof.');
  await page.getByLabel('Address Proof').setInputFiles(await createPdf('light-bill.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await expectNoAxeFindings(page);
  await proceed(page);
  await page.getByLabel('Proof of Income').setInputFiles(await createPdf('statement.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await submitForm(page).click();
  await expectToast(page, 'KYC Tier 2 Submitted', 'typically takes 12-24 hours');
}

test('a customer is verified, resubmits what failed, and reaches tier 2', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await newCustomer(page);
  await page.goto('/dashboard');
  const gate = page.getByRole('button', { name: 'Complete Tier 1 First' });
  await expect(gate).toBeDisabled();
  await expect(gate).toHaveAccessibleDescription('You can start Tier 2 once Tier 1 is approved.');
  await expectNoAxeFindings(page);
  expect(await loadTier(page)).toBe('none');
  await submitTier1Form(page);
  await expect(gate).toBeDisabled();

  const desk = await openWindowFor(browser, 'compliance');
  const items = [{ item: 'trn_document', reasonCode: 'number_differs' }];
  await ask(desk, 'identity/reject', { submissionId: await loadSubmission(page, 1), items, note: '' });
  await resubmitTrn(page);
  await ask(desk, 'identity/approve', { submissionId: await loadSubmission(page, 1), note: '' });
  await status(page, 'Tier 1', 'Approved');
  expect(await loadTier(page)).toBe('tier1');

  await submitTier2Form(page);
  await ask(desk, 'identity/approve', { submissionId: await loadSubmission(page, 2), note: '' });
  await status(page, 'Tier 2', 'Approved');
  expect(await loadTier(page)).toBe('tier2');
  const recent = page.getByRole('region', { name: 'Recent Submissions' }).getByRole('listitem');
  await expect(recent).toHaveCount(3);
  await expect(recent.first()).toContainText('Tier 2');
  await desk.context().close();
});

const formsOfAnIdentityCheckSteps: Steps = {
  'a failed submission shows the documented texts and keeps what was typed': async ({ page }) => {
    await newCustomer(page);
    await page.goto('/dashboard');
    await openTier(page, 'Tier 1');
    const numbers = createIdNumbers();
    await fillDetails(page, numbers);
    await takeSelfie(page);
    const fault = {
      json: { code: 'general.fault', status: 500, message: '', data: { reference: 'K7M4' }, defined: true },
    };
    await page.route('**/api/rpc/identity/submitTier1', (route) => route.fulfill({ status: 500, json: fault }));
    await submitForm(page).click();
    await expectToast(page, 'Submission Error', 'Failed to submit KYC. Please try again.');
    await page.unroute('**/api/rpc/identity/submitTier1');

    const back = page.getByRole('button', { name: 'Back' });
    await back.click();
    await back.click();
    await expect(page.getByLabel('ID Number')).toHaveValue(numbers.idNumber);
    const choose = (file: SampleFile) => page.getByLabel('ID Document').setInputFiles(file);
    await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expectToast(page, 'Invalid file', 'Accepted: images or PDF. Max 10MB.');
    await choose({ name: 'id.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await expectToast(page, 'File Too Large', 'File must be less than 10MB');

    // A toast under the pointer stays and would cover the button.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Test KYC Upload' }).click();
    await expect(toast(page, 'KYC storage OK')).toBeVisible();
    await page.route('**/api/rpc/documents/testKycUpload', (route) => route.abort());
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Test KYC Upload' }).click();
    await expect(toast(page, 'KYC storage test failed')).toBeVisible();
    await page.unroute('**/api/rpc/documents/testKycUpload');
  },

  'an expired session is reported, and the form is kept': async ({ page }) => {
    await newCustomer(page);
    await page.goto('/profile');
    await openTier(page, 'Enhanced KYC');
    await page.getByLabel('Primary source of funds').selectOption({ label: 'Gift' });
    await page.getByLabel('Monthly income (JMD)').fill('90000');
    await page.getByLabel('Occupation', { exact: true }).selectOption({ label: 'Judge' });
    for (let items = 0; items < 3; items += 1) await proceed(page);
    await page.context().clearCookies();
    await submitForm(page).click();
    await expectToast(page, 'Error', 'You must be logged in to submit KYC.');
    for (let items = 0; items < 3; items += 1) await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Monthly income (JMD)')).toHaveValue('90,000');
  },

  'a form is completed by keyboard alone': async ({ page, browser }) => {
    await newTier1Customer(page, browser);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Start Tier 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(step(page, 'Employment and income')).toBeFocused();
    const next = async (label: string, text: string) => {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(label)).toBeFocused();
      await page.keyboard.type(text);
    };
    await next('Employment Status', 'Student');
    await next('Employer/Company Name', 'UWI Mona');
    await next('Job Title/Position', 'Student');
    await next('Monthly Income (JMD)', '0');
    await next('Source of Funds', 'Savings');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(step(page, 'Your address')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Address Proof')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Missing Files', 'Please upload both address proof and income proof.');
    await expect(page.getByLabel('Address Proof')).toBeFocused();
  },
};

test('the forms of an identity check', story(formsOfAnIdentityCheckSteps));

const enhancedKYCSteps: Steps = {
  'due diligence, wallets checked while typing, and the preview for admins': async ({ page, browser }) => {
    await newAdmin(page);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Test KYC Storage Upload' }).click();
    await expect(toast(page, 'KYC storage OK')).toBeVisible();
    await openTier(page, 'Enhanced KYC');
    await expect(step(page, 'Your income and work')).toBeFocused();
    await page.getByLabel('Primary source of funds').selectOption({ label: 'Business income' });
    await page.getByLabel('Monthly income (JMD)').fill('1,000,000.01');
    await page.getByLabel('Occupation', { exact: true }).selectOption({ label: 'Other' });
    await proceed(page);
    await expect(page.getByText('Please describe your occupation')).toBeVisible();
    await expect(page.getByLabel('Occupation details')).toBeFocused();
    await page.getByLabel('Occupation details').fill('Tailor');
    // The live update of another submission leaves the open form as it is.
    await newTier1Customer(await openWindow(browser), browser);
    const preview = page.getByRole('complementary', { name: 'Risk preview, for admins' });
    await expect(preview).toContainText('Low');
    await expect(preview).toContainText('Monthly income above J$1,000,000');
    await page.getByLabel(/politically exposed person/).check();
    await expect(preview).toContainText('Critical');
    await page.getByLabel('PEP details').fill('Parish councillor, St Ann, since 2024');
    await page.getByLabel(/high-risk jurisdiction/).check();
    await proceed(page);
    await expect(page.getByText('Jurisdiction details are required')).toBeVisible();
    await page.getByLabel('Jurisdiction details').fill('Family in Myanmar');
    for (let items = 0; items < 3; items += 1) await proceed(page);
    await expect(step(page, 'Your ties to the jurisdiction')).toBeVisible();
    await proceed(page);
    await expectToast(page, 'Missing Files', 'Supporting document for the jurisdiction');
    const note = { name: 'permit.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
    await page.getByLabel('Supporting document').setInputFiles(note);
    await expectToast(page, 'Invalid file', 'Unsupported file type: text/plain');
    await page.getByLabel('Supporting document').setInputFiles(await createPdf('permit.pdf'));
    await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
    await proceed(page);
    const add = page.getByRole('button', { name: 'Add a wallet' });
    await add.click();
    await page.getByLabel('Cryptocurrency', { exact: true }).selectOption('LGM');
    await expect(page.getByLabel('Network', { exact: true })).toHaveValue('solana');
    await page.getByLabel('Cryptocurrency', { exact: true }).selectOption('ETH');
    await expect(page.getByLabel('Network', { exact: true })).toHaveValue('');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
    await page.getByLabel('Wallet provider').selectOption({ label: 'Other' });
    await page.getByLabel('Wallet address').fill(evmAddress.replace('F', 'f'));
    await expect(page.getByText('A letter or digit in this address is wrong.')).toBeVisible();
    await submitForm(page).click();
    await expect(page.getByText('Please name the wallet provider')).toBeVisible();
    await page.getByLabel('Provider name').fill('Rabby');
    await page.getByLabel('Wallet address').fill(`https://etherscan.io/address/${evmAddress}`);
    await expect(page.getByLabel('Wallet address')).toHaveValue(evmAddress);
    for (let wallets = 2; wallets <= 6; wallets += 1) await add.click();
    await expect(add).toBeDisabled();
    await expectNoAxeFindings(page);
    for (let wallets = 6; wallets >= 2; wallets -= 1)
      await page.getByRole('button', { name: `Remove wallet ${wallets}` }).click();
    await page.route('**/api/rpc/identity/submitEnhanced', (route) => route.fulfill({ status: 500, json: {} }));
    await submitForm(page).click();
    await expectToast(page, 'Submission Failed', 'There was an error submitting your enhanced KYC. Please try again.');
    await page.unroute('**/api/rpc/identity/submitEnhanced');
    await submitForm(page).click();
    await expectToast(page, 'Enhanced KYC Submitted', '12-24 hours');
    await expect(getTierRow(page, 'Enhanced KYC').getByText('Pending', { exact: true })).toBeVisible();
  },

  'a customer sees no risk preview, and everything fits on 320 pixels': async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, 'tier2');
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Test KYC Storage Upload' })).toBeHidden();
    for (const tier of ['Tier 1', 'Tier 2', 'Enhanced KYC']) {
      await openTier(page, tier);
      await expect(page.getByRole('progressbar')).toBeVisible();
      await fits(page);
      if (tier !== 'Enhanced KYC') await page.getByRole('button', { name: 'Save and close' }).click();
    }
    await page.getByLabel('Occupation', { exact: true }).selectOption({ label: 'Political figure' });
    await page.getByLabel('Monthly income (JMD)').fill('1');
    await expect(page.getByRole('complementary', { name: 'Risk preview, for admins' })).toBeHidden();
  },
};

test('Enhanced KYC', story(enhancedKYCSteps));
