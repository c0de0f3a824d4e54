import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import config from '../../playwright.config.ts';

/** Proving who one is, as a customer does it: from a phone, with real files and a camera that shows a test picture. */

const launchOptions = config.use?.launchOptions ?? {};
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] },
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 360, height: 780 },
});

const password = 'Blue-Mountain-2256!';
const staffPassword = 'Demo-Pass-2026!';
const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title }).first();
const told = (page: Page, title: string, text: string) => expect(toast(page, title)).toContainText(text);
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
const submit = (page: Page) => page.getByRole('button', { name: 'Submit for Review' });
const tierLine = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A photo of a document, and a paper as a bank sends it. */
const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8aa39b' } })
    .png()
    .toBuffer(),
});
async function paper(name: string) {
  const document = new PDFDocument({ info: { Title: 'Statement' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const whole = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  document.text('Statement of account, November 2026');
  document.end();
  return { name, mimeType: 'application/pdf', buffer: await whole };
}

type Answer = { json?: unknown };
async function ask<T>(from: APIRequestContext, path: string, input: object): Promise<T> {
  const answer = await from.post(`/api/rpc/${path}`, { data: { json: input } });
  const body = (await answer.json()) as Answer;
  expect(answer.ok(), `${path}: ${JSON.stringify(body)}`).toBe(true);
  return body.json as T;
}

/** A new customer whose address is verified, signed in on this page. */
async function newCustomer(page: Page): Promise<void> {
  const email = `kerry.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await ask(page.request, 'accounts/signUp', {
    email,
    password,
    firstName: 'Kerry-Ann',
    lastName: 'Brown',
    phoneNumber: '+18765550142',
    dateOfBirth: '1990-04-12',
    countryOfResidence: 'JM',
    nationality: 'JM',
    occupation: 'Teacher',
    isPep: false,
    agreed: true,
  });
  let link: string | undefined;
  await expect(async () => {
    const mails: { links: string[] }[] = await (await page.request.get(`/dev/mailbox.json?to=${email}`)).json();
    link = mails[0]?.links[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 30_000 });
  const { pathname, search, hash } = new URL(link ?? '');
  await page.goto(pathname + search + hash);
  await expect(toast(page, 'Email Verified!')).toBeVisible();
  await ask(page.request, 'accounts/signIn', { email, password });
}

async function enter(page: Page, name: string): Promise<void> {
  await ask(page.request, 'accounts/signIn', { email: `${name}@demo.test`, password: staffPassword });
}

async function staff(page: Page, name: string): Promise<APIRequestContext> {
  const baseURL = new URL(page.url()).origin;
  const desk = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  await ask(desk, 'accounts/signIn', { email: `${name}@demo.test`, password: staffPassword });
  return desk;
}

type Own = { tiers: Record<string, { submissionId: string }> };
const submissionOf = async (page: Page, tier: number): Promise<string> =>
  (await ask<Own>(page.request, 'identity/own', {})).tiers[tier]?.submissionId ?? '';

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Full Name').fill('Kerry-Ann Brown');
  await page.getByLabel('Date of Birth').fill('1990-04-12');
  await page.getByLabel('Phone Number').fill('876 555 0142');
  await page.getByLabel('Address', { exact: true }).fill('7 Logwood Close\nKingston 6');
  await page.getByLabel('ID Type').selectOption({ label: 'National ID' });
  await page.getByLabel('ID Number').fill('NID-204-771');
  await page.getByLabel('TRN Number').pressSequentially('123456789');
  await expect(page.getByLabel('TRN Number')).toHaveValue('123-456-789');
}

async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open Camera' }).click();
  await page.getByRole('button', { name: 'Capture' }).click();
  await expect(page.getByAltText('Your selfie with ID')).toBeVisible();
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
}

test('a customer proves who they are, redoes what failed, and goes on to tier 2', async ({ page }) => {
  test.setTimeout(180_000);
  await newCustomer(page);
  await page.goto('/dashboard');
  const gate = page.getByRole('button', { name: 'Complete Tier 1 First' });
  await expect(gate).toBeDisabled();
  await expect(gate).toHaveAccessibleDescription('Tier 2 opens as soon as Tier 1 is approved.');
  await clean(page);

  await page.getByRole('button', { name: 'Start Tier 1' }).click();
  await expect(page.getByRole('heading', { name: 'KYC Tier 1' })).toBeFocused();
  await page.getByLabel('Full Name').fill('');
  await submit(page).click();
  await told(page, 'Missing Files', 'Please upload ID, TRN document, and take a live selfie.');
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await clean(page);

  await fillDetails(page);
  await page.getByLabel('ID Document').setInputFiles(await photo('national-id.png'));
  await page.getByLabel('TRN Document').setInputFiles(await paper('trn.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(2);
  await submit(page).click();
  await expect(page.getByText('Please take a live selfie.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open Camera' })).toBeFocused();
  await takeSelfie(page);
  await clean(page);
  await submit(page).click();
  await told(page, 'KYC Tier 1 Submitted', 'Your KYC is being reviewed and typically takes 12-24 hours.');
  await expect(tierLine(page, 'Tier 1').getByText('Pending', { exact: true })).toBeVisible();
  await expect(tierLine(page, 'Tier 1')).toContainText('The review takes typically 12-24 hours.');
  await expect(gate).toBeDisabled();

  const desk = await staff(page, 'compliance');
  const rejected = await submissionOf(page, 1);
  const items = [{ item: 'trn_document', reasonCode: 'number_differs' }];
  await ask(desk, 'identity/reject', { submissionId: rejected, items, note: '' });
  const line = tierLine(page, 'Tier 1');
  await expect(line.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(line).toContainText('TRN document. The TRN on it is not the one you typed. Please check it.');
  await page.getByRole('button', { name: 'Resubmit Tier 1' }).click();
  await expect(page.getByRole('list', { name: 'Kept from your last submission' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByLabel('Full Name')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open Camera' })).toBeHidden();
  await page.getByLabel('TRN Number').fill('023456789');
  await expect(page.getByText('TRNs of people usually begin with 1.')).toBeVisible();
  await page.getByLabel('TRN Number').fill('123456780');
  await page.getByLabel('TRN Document').setInputFiles(await photo('trn.png'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await clean(page);
  await submit(page).click();
  await expect(line.getByText('Pending', { exact: true })).toBeVisible();

  await ask(desk, 'identity/approve', { submissionId: await submissionOf(page, 1), note: '' });
  await expect(line.getByText('Approved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start Tier 2' }).click();
  await page.getByLabel('Employment Status').selectOption({ label: 'Self-employed' });
  await page.getByLabel('Employer/Company Name').fill('Brown Tailoring');
  await page.getByLabel('Job Title/Position').fill('Tailor');
  await page.getByLabel('Monthly Income (JMD)').fill('-5');
  await page.getByLabel('Source of Funds').selectOption({ label: 'Business' });
  await submit(page).click();
  await told(page, 'Missing Files', 'Please upload both address proof and income proof.');
  await expect(page.getByText('Monthly income must be a number of 0 or more')).toBeVisible();
  await page.getByLabel('Monthly Income (JMD)').fill('180,000.50');
  await page.getByLabel('Address Proof').setInputFiles(await paper('light-bill.pdf'));
  await page.getByLabel('Proof of Income').setInputFiles(await paper('statement.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(2);
  await clean(page);
  await submit(page).click();
  await told(page, 'KYC Tier 2 Submitted', 'typically takes 12-24 hours');
  await ask(desk, 'identity/approve', { submissionId: await submissionOf(page, 2), note: '' });
  await expect(tierLine(page, 'Tier 2').getByText('Approved', { exact: true })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent Submissions' }).getByRole('listitem');
  await expect(recent).toHaveCount(3);
  await expect(recent.first()).toContainText('Tier 2');
  await desk.dispose();
});

/** Every stream the page is given, so that a test sees whether it was given back. */
const watchStreams = () => {
  const given: MediaStream[] = [];
  Object.assign(window, { given });
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await ask(wish);
    given.push(stream);
    return stream;
  };
};
const running = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { given: MediaStream[] }).given
        .flatMap((stream) => stream.getTracks())
        .filter(({ readyState }) => readyState === 'live').length,
  );

async function openTier1(page: Page, path = '/dashboard'): Promise<void> {
  await enter(page, 'visitor');
  await page.goto(path);
  await page.getByRole('button', { name: /^(Start|Resubmit) Tier 1$/ }).click();
  await expect(page.getByRole('heading', { name: 'KYC Tier 1' })).toBeFocused();
}

test('the camera is given back after the photo, on Cancel, when the form closes and when the page is left', async ({
  page,
}) => {
  await page.addInitScript(watchStreams);
  await openTier1(page);
  const open = page.getByRole('button', { name: 'Open Camera' });
  const capture = page.getByRole('button', { name: 'Capture' });

  await open.click();
  await expect(capture).toBeEnabled();
  await expect(capture).toBeFocused();
  expect(await running(page)).toBe(1);
  await page.getByRole('group', { name: 'Live Selfie with ID' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(open).toBeFocused();
  await expect.poll(() => running(page)).toBe(0);

  await page.keyboard.press('Enter');
  await expect(capture).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByAltText('Your selfie with ID')).toBeVisible();
  await expect.poll(() => running(page)).toBe(0);
  await page.getByRole('button', { name: 'Retake' }).click();
  await expect(open).toBeFocused();

  await open.click();
  await capture.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(open).toBeVisible();

  await open.click();
  await expect(capture).toBeEnabled();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByText('The camera was switched off while you were away.')).toBeVisible();
  await expect.poll(() => running(page)).toBe(0);

  await open.click();
  await expect(capture).toBeEnabled();
  await page.locator('.kyc-foot').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'KYC Tier 1' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Tier 1$/ }).first()).toBeFocused();
  await expect.poll(() => running(page)).toBe(0);
});

for (const [error, title] of [
  ['NotAllowedError', 'Camera permission denied'],
  ['NotFoundError', 'No camera found'],
  ['OverconstrainedError', 'Requested camera unavailable'],
  ['TypeError', 'Camera not supported'],
] as const)
  test(`a camera that answers ${error} is told as: ${title}`, async ({ page }) => {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(Object.assign(new Error('no'), { name }));
    }, error);
    await openTier1(page);
    await page.getByRole('button', { name: 'Open Camera' }).click();
    await expect(toast(page, title)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Live Selfie with ID' })).toContainText(title);
    await expect(page.getByRole('button', { name: 'Open Camera' })).toBeVisible();
  });

test('Capture waits for the camera, and a picture that cannot be taken is told', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      await new Promise((resolve) => Object.assign(window, { allow: resolve }));
      return ask(wish);
    };
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await openTier1(page);
  await page.getByRole('button', { name: 'Open Camera' }).click();
  const capture = page.getByRole('button', { name: 'Capture' });
  await expect(capture).toBeDisabled();
  await expect(capture).toHaveAccessibleDescription('Waiting for camera... please allow permissions.');
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
  await capture.click();
  await expect(toast(page, 'Camera not ready')).toBeVisible();
  await expect(capture).toBeEnabled();
});

test('a failed submission is told in the documented words, and nothing typed is lost', async ({ page }) => {
  await newCustomer(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Start Tier 1' }).click();
  await fillDetails(page);
  await page.getByLabel('ID Document').setInputFiles(await photo('id.png'));
  await page.getByLabel('TRN Document').setInputFiles(await photo('trn.png'));
  await takeSelfie(page);
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(2);
  const fault = {
    json: { code: 'general.fault', status: 500, message: '', data: { reference: 'K7M4' }, defined: true },
  };
  await page.route('**/api/rpc/identity/submitTier1', (route) => route.fulfill({ status: 500, json: fault }));
  await submit(page).click();
  await told(page, 'Submission Error', 'Failed to submit KYC. Please try again.');
  await expect(page.getByLabel('Full Name')).toHaveValue('Kerry-Ann Brown');
  await page.unroute('**/api/rpc/identity/submitTier1');

  await page
    .getByLabel('ID Document')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await told(page, 'Invalid file', 'Accepted: images or PDF. Max 10MB.');
  const large = { name: 'id.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await page.getByLabel('TRN Document').setInputFiles(large);
  await told(page, 'File Too Large', 'File must be less than 10MB');

  await page.getByRole('button', { name: 'Test KYC Upload' }).click();
  await expect(toast(page, 'KYC storage OK')).toBeVisible();
  await page.route('**/api/rpc/documents/testKycUpload', (route) => route.abort());
  await page.getByRole('button', { name: 'Test KYC Upload' }).click();
  await expect(toast(page, 'KYC storage test failed')).toBeVisible();

  await page.context().clearCookies();
  await page.getByLabel('ID Document').setInputFiles(await photo('id.png'));
});

test('Enhanced KYC: due diligence, wallets checked where they are typed, and the preview for admins', async ({
  page,
}) => {
  await enter(page, 'admin');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Test KYC Storage Upload' }).click();
  await expect(toast(page, 'KYC storage OK')).toBeVisible();
  await page.getByRole('button', { name: /(Start|Resubmit) Enhanced KYC/ }).click();
  await expect(page.getByRole('heading', { name: 'Enhanced KYC', level: 2 })).toBeFocused();
  await page.getByLabel('Primary source of funds').selectOption({ label: 'Business income' });
  await page.getByLabel('Monthly income (JMD)').fill('1,000,000.01');
  await page.getByLabel('Occupation', { exact: true }).selectOption({ label: 'Other' });
  await submit(page).click();
  await expect(page.getByText('Please describe your occupation')).toBeVisible();
  await expect(page.getByLabel('Occupation details')).toBeFocused();
  await page.getByLabel('Occupation details').fill('Tailor');
  const preview = page.getByRole('complementary', { name: 'Risk preview, for admins' });
  await expect(preview).toContainText('Low');
  await expect(preview).toContainText('Monthly income above J$1,000,000');
  await page.getByLabel(/politically exposed person/).check();
  await expect(preview).toContainText('Critical');
  await page.getByLabel('PEP details').fill('Parish councillor, St Ann, since 2024');
  await page.getByLabel(/high-risk jurisdiction/).check();
  await submit(page).click();
  await told(page, 'Missing Files', 'Supporting document for the jurisdiction');
  await expect(page.getByText('Jurisdiction details are required')).toBeVisible();
  await page.getByLabel('Jurisdiction details').fill('Family in Myanmar');
  await page.getByLabel('Supporting document').setInputFiles(await paper('permit.pdf'));

  const add = page.getByRole('button', { name: 'Add a wallet' });
  await add.click();
  await page.getByLabel('Cryptocurrency', { exact: true }).selectOption('LGM');
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue('solana');
  await page.getByLabel('Cryptocurrency', { exact: true }).selectOption('ETH');
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue('');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
  await page.getByLabel('Wallet provider').selectOption({ label: 'Other' });
  await page.getByLabel('Wallet address').fill(evmAddress.replace('F', 'f'));
  await expect(page.getByText('A letter or digit of this address is wrong.')).toBeVisible();
  await submit(page).click();
  await expect(page.getByText('Please name the wallet provider')).toBeVisible();
  await page.getByLabel('Name of the provider').fill('Rabby');
  await page.getByLabel('Wallet address').fill(`https://etherscan.io/address/${evmAddress}`);
  await expect(page.getByLabel('Wallet address')).toHaveValue(evmAddress);
  for (let wallets = 2; wallets <= 6; wallets += 1) await add.click();
  await expect(add).toBeDisabled();
  await clean(page);
  for (let wallets = 6; wallets >= 2; wallets -= 1)
    await page.getByRole('button', { name: `Remove wallet ${wallets}` }).click();
  await page.route('**/api/rpc/identity/submitEnhanced', (route) => route.fulfill({ status: 500, json: {} }));
  await submit(page).click();
  await told(page, 'Submission Failed', 'There was an error submitting your enhanced KYC. Please try again.');
  await page.unroute('**/api/rpc/identity/submitEnhanced');
  await submit(page).click();
  await told(page, 'Enhanced KYC Submitted', '12-24 hours');
  await expect(tierLine(page, 'Enhanced KYC').getByText('Pending', { exact: true })).toBeVisible();
});

test('a customer sees no risk preview, and everything fits on 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, 'tier2');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Test KYC Storage Upload' })).toBeHidden();
  for (const tier of ['Tier 1', 'Tier 2', 'Enhanced KYC']) {
    await page.getByRole('button', { name: new RegExp(`(Start|Resubmit) ${tier}$`) }).click();
    await expect(submit(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByLabel('Occupation', { exact: true }).selectOption({ label: 'Political figure' });
  await page.getByLabel('Monthly income (JMD)').fill('1');
  await expect(page.getByRole('complementary', { name: 'Risk preview, for admins' })).toBeHidden();
});
