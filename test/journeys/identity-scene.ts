import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import config from '../../playwright.config.ts';

/** What the journeys about identity share: a phone with a camera that shows a test picture, papers, people. */

const launchOptions = config.use?.launchOptions ?? {};
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
export const phone = {
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] },
  contextOptions: { reducedMotion: 'reduce' as const },
  viewport: { width: 360, height: 780 },
};

const password = 'Blue-Mountain-2256!';
const staffPassword = 'Demo-Pass-2026!';

export const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title }).first();
export const told = (page: Page, title: string, text: string) => expect(toast(page, title)).toContainText(text);
export const clean = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit for Review' });
export const tierLine = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A photo of a document, and a paper as a bank sends it. */
export const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8aa39b' } })
    .png()
    .toBuffer(),
});
export async function paper(name: string) {
  const document = new PDFDocument({ info: { Title: 'Statement' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const whole = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  document.text('Statement of account, November 2026');
  document.end();
  return { name, mimeType: 'application/pdf', buffer: await whole };
}

type Answer = { json?: unknown };
export async function ask<T>(from: APIRequestContext, path: string, input: object): Promise<T> {
  const answer = await from.post(`/api/rpc/${path}`, { data: { json: input } });
  const body = (await answer.json()) as Answer;
  expect(answer.ok(), `${path}: ${JSON.stringify(body)}`).toBe(true);
  return body.json as T;
}

/** A new customer whose address is verified, signed in on this page. */
export async function newCustomer(page: Page): Promise<void> {
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

export async function enter(page: Page, name: string): Promise<void> {
  await ask(page.request, 'accounts/signIn', { email: `${name}@demo.test`, password: staffPassword });
}

export async function staff(page: Page, name: string): Promise<APIRequestContext> {
  const baseURL = new URL(page.url()).origin;
  const desk = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  await ask(desk, 'accounts/signIn', { email: `${name}@demo.test`, password: staffPassword });
  return desk;
}

type Own = { tiers: Record<string, { submissionId: string }> };
export const submissionOf = async (page: Page, tier: number): Promise<string> =>
  (await ask<Own>(page.request, 'identity/own', {})).tiers[tier]?.submissionId ?? '';

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
  await enter(page, 'visitor');
  await page.goto(path);
  await page.getByRole('button', { name: /^(Start|Resubmit) Tier 1$/ }).click();
  await expect(page.getByRole('heading', { name: 'KYC Tier 1' })).toBeFocused();
}
