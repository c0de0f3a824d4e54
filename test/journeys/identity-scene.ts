import { randomBytes, randomInt } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { type FieldItem, listFields } from '../../src/features/kyc/fields.ts';
import { formatTrn } from '../../src/features/kyc/trn.ts';
import { buildExample } from '../kyc-examples.ts';
import { connectAsOwner } from './owner.ts';
import { createPdf, createPhoto, type SampleFile, upload } from './sample-files.ts';
import { ask, newCustomer, openWindowFor } from './scene.ts';

const launchOptions = config.use?.launchOptions ?? {};
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
export const phone = {
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] },
  viewport: { width: 360, height: 780 },
};

export const submitForm = (page: Page): Locator => page.getByRole('button', { name: 'Submit for Review' });
export const getTierRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

type Own = { tiers: Record<string, { submissionId: string; status: string }> };
const loadNewest = async (page: Page, tier: number) => (await ask<Own>(page, 'identity/own')).tiers[tier];
export const loadSubmission = async (page: Page, tier: number): Promise<string> =>
  (await loadNewest(page, tier))?.submissionId ?? '';
export const loadStatus = async (page: Page, tier: number): Promise<string> =>
  (await loadNewest(page, tier))?.status ?? '';

/** Fills the fields of an item with `given`, and the others with their examples. */
async function fillFields(page: Page, item: FieldItem, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, { label, control, example }] of listFields(item)) {
    const value = values[name] ?? example;
    const field = page.getByLabel(label, { exact: true });
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (control === 'select') await field.selectOption(value);
    else await field.fill(value);
  }
}

export const step = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
export const proceed = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();
export const openTier = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name: new RegExp(`^(Start|Resubmit|Continue) ${name}$`) }).click();

export type IdNumbers = { readonly idNumber: string; readonly trn: string };

/** Own numbers for each customer: a shared one would link the account to another. */
export function createIdNumbers(): IdNumbers {
  const digits = String(randomInt(10_000_000, 100_000_000));
  return { idNumber: `NID-${digits}`, trn: formatTrn(`1${digits}`) };
}

/** Fills the steps before the selfie, which stays open. */
export async function fillDetails(page: Page, { idNumber, trn }: IdNumbers): Promise<void> {
  await fillFields(page, 'personal_details', { fullName: 'Kerry-Ann Brown', phone: '876 555 0142' });
  await proceed(page);
  await page.getByLabel('ID Type').selectOption({ label: 'National ID' });
  await page.getByLabel('ID Number').fill(idNumber);
  await page.getByLabel('ID Document').setInputFiles(await createPhoto('national-id.png'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await proceed(page);
  await page.getByLabel('TRN Number').pressSequentially(trn.replaceAll('-', ''));
  await expect(page.getByLabel('TRN Number')).toHaveValue(trn);
  await page.getByLabel('TRN Document').setInputFiles(await createPdf('trn.pdf'));
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(1);
  await proceed(page);
  await expect(step(page, 'Live Selfie with ID')).toBeFocused();
}

export async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open Camera' }).click();
  await page.getByRole('button', { name: 'Capture' }).click();
  await expect(page.getByAltText('Your selfie with ID')).toBeVisible();
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
}

function submission(page: Page) {
  const id = crypto.randomUUID();
  const uploadFile = async (purpose: string, file?: SampleFile) =>
    upload(page, `${purpose}&submission=${id}`, file ?? (await createPhoto(`${purpose}.jpg`)));
  return { id, uploadFile };
}

const personal = { ...buildExample('personal_details'), fullName: 'Kerry-Ann Marie Brown' };

/** Submits tier 1 with two pictures and a PDF. `keep`: groups to keep from the last submission. Returns its id. */
export async function submitTier1(
  page: Page,
  keep: readonly string[] = [],
  fullName = personal.fullName,
): Promise<string> {
  const { id, uploadFile } = submission(page);
  const trn = await createPdf('trn.pdf', ['Taxpayer registration 123-456-789', 'Second page']);
  const own = randomInt(10_000_000, 100_000_000);
  const groups = {
    personal_details: { ...personal, fullName },
    id_document: { ...buildExample('id_document'), idNumber: `A${own}`, file: await uploadFile('kyc-id') },
    trn_document: { ...buildExample('trn_document'), trn: `1${own}`, file: await uploadFile('kyc-trn', trn) },
    selfie: { file: await uploadFile('kyc-selfie') },
  };
  const entries = Object.entries(groups).map(([name, group]) => [name, keep.includes(name) ? null : group]);
  await ask(page, 'identity/submitTier1', { id, ...Object.fromEntries(entries) });
  return id;
}

export async function newTier1Customer(page: Page, browser: Browser): Promise<void> {
  await newCustomer(page);
  const submissionId = await submitTier1(page);
  const desk = await openWindowFor(browser, 'compliance');
  await ask(desk, 'identity/approve', { submissionId, note: '' });
  await desk.context().close();
}

export async function newAdmin(page: Page): Promise<void> {
  const email = await newCustomer(page);
  const owner = await connectAsOwner();
  await owner.query(`insert into user_roles (user_id, role) select id, 'admin' from profiles where email = $1`, [
    email,
  ]);
  await owner.end();
}

export async function submitTier3(page: Page): Promise<string> {
  const { id, uploadFile } = submission(page);
  const wallet = { cryptoSymbol: 'ETH', network: 'erc20', walletProvider: 'ledger', customWalletProvider: '' };
  await ask(page, 'identity/submitEnhanced', {
    id,
    declaration: buildExample('declaration'),
    source_of_funds_proof: { file: await uploadFile('enhanced-source') },
    income_proof: { file: await uploadFile('enhanced-income') },
    jurisdiction_proof: null,
    wallets: { list: [{ ...wallet, walletAddress: `0x${randomBytes(20).toString('hex')}` }] },
  });
  return id;
}
