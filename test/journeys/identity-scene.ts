import { randomBytes, randomInt } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { type Paper, paper, photo, upload } from './papers.ts';
import { ask, signIn } from './scene.ts';

/** What the journeys about identity share: a phone with a camera that shows a test picture, forms, submissions. */

const launchOptions = config.use?.launchOptions ?? {};
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
export const phone = {
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] },
  viewport: { width: 360, height: 780 },
};

export const submit = (page: Page): Locator => page.getByRole('button', { name: 'Submit for Review' });
export const tierLine = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

type Own = { tiers: Record<string, { submissionId: string; status: string }> };
const newest = async (page: Page, tier: number) => (await ask<Own>(page, 'identity/own')).tiers[tier];
export const submissionOf = async (page: Page, tier: number): Promise<string> =>
  (await newest(page, tier))?.submissionId ?? '';
export const statusOf = async (page: Page, tier: number): Promise<string> => (await newest(page, tier))?.status ?? '';

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Full Name').fill('Kerry-Ann Brown');
  await page.getByLabel('Date of Birth').fill('1990-04-12');
  await page.getByLabel('Phone Number').fill('876 555 0142');
  await page.getByLabel('Address', { exact: true }).fill('7 Logwood Close\nKingston 6');
  await page.getByLabel('ID Type').selectOption({ label: 'National ID' });
  await page.getByLabel('ID Number').fill('NID-204-771');
  await page.getByLabel('TRN Number').pressSequentially('123456789');
  await expect(page.getByLabel('TRN Number')).toHaveValue('123-456-789');
}

export async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open Camera' }).click();
  await page.getByRole('button', { name: 'Capture' }).click();
  await expect(page.getByAltText('Your selfie with ID')).toBeVisible();
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
}

export async function openTier1(page: Page, path = '/dashboard'): Promise<void> {
  await signIn(page, 'visitor');
  await page.goto(path);
  await page.getByRole('button', { name: /^(Start|Resubmit) Tier 1$/ }).click();
  await expect(page.getByRole('heading', { name: 'KYC Tier 1' })).toBeFocused();
}

/** A submission to be, and what sends its files; the id of each. */
function submission(page: Page) {
  const id = crypto.randomUUID();
  const give = async (purpose: string, file?: Paper) =>
    upload(page, `${purpose}&submission=${id}`, file ?? (await photo(`${purpose}.jpg`)));
  return { id, give };
}

const personal = {
  fullName: 'Kerry-Ann Marie Brown',
  dateOfBirth: '1990-04-12',
  phone: '876-555-0142',
  address: '1 Hope Road, Kingston 6',
};

/** Hands in tier 1 with real files: two pictures and a PDF. The groups in `keep` are kept from before. */
export async function tier1(page: Page, keep: readonly string[] = [], fullName = personal.fullName): Promise<string> {
  const { id, give } = submission(page);
  const trn = await paper('trn.pdf', ['Taxpayer registration 123-456-789', 'Second page']);
  const own = randomInt(10_000_000, 100_000_000);
  const groups = {
    personal_details: { ...personal, fullName },
    id_document: { idType: 'passport', idNumber: `A${own}`, file: await give('kyc-id') },
    trn_document: { trn: `1${own}`, file: await give('kyc-trn', trn) },
    selfie: { file: await give('kyc-selfie') },
  };
  const given = Object.entries(groups).map(([name, group]) => [name, keep.includes(name) ? null : group]);
  await ask(page, 'identity/submitTier1', { id, ...Object.fromEntries(given) });
  return id;
}

/** Hands in tier 3 with real files and one wallet. */
export async function tier3(page: Page): Promise<string> {
  const { id, give } = submission(page);
  const wallet = { cryptoSymbol: 'ETH', network: 'erc20', walletProvider: 'ledger', customWalletProvider: '' };
  await ask(page, 'identity/submitEnhanced', {
    id,
    declaration: {
      ...{ sourceOfFunds: 'employment_salary', monthlyIncome: '250000', occupation: 'real_estate' },
      ...{ occupationDetails: '', pep: false, pepDetails: '', highRiskJurisdiction: false, jurisdictionDetails: '' },
    },
    source_of_funds_proof: { file: await give('enhanced-source') },
    income_proof: { file: await give('enhanced-income') },
    jurisdiction_proof: null,
    wallets: { list: [{ ...wallet, walletAddress: `0x${randomBytes(20).toString('hex')}` }] },
  });
  return id;
}
