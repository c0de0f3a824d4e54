import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

const password = 'Demo-Pass-2026!';
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const toast = (page: Page, title: string | RegExp) => page.locator('.toast').filter({ hasText: title });
const dialog = (page: Page) => page.getByRole('dialog');
const bar = (page: Page) => page.locator('.decide');
const item = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

/** One command of the product, as the person whose cookie the context holds. */
async function rpc<T>(request: APIRequestContext, command: string, json: object): Promise<T> {
  const answer = await request.post(`/api/rpc/${command}`, { data: { json } });
  expect(answer.ok(), `${command}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).json;
}

/** A window of its own for a member of staff, signed in. What breaks the page's own rules fails the journey. */
async function staff(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) throw new Error(message.text());
  });
  await rpc(page.request, 'accounts/signIn', { email: `${name}@demo.test`, password });
  return page;
}

type Customer = { readonly email: string; readonly page: Page; readonly request: APIRequestContext };

/** A customer of the journey's own, verified and signed in. */
async function newCustomer(browser: Browser, lastName: string): Promise<Customer> {
  const email = `${randomUUID()}@journey.test`;
  const page = await (await browser.newContext()).newPage();
  const { request } = page;
  const person = { firstName: 'Kerry-Ann', lastName, phoneNumber: '+18765550142', dateOfBirth: '1990-04-12' };
  const home = { countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher', isPep: false, agreed: true };
  await rpc(request, 'accounts/signUp', { email, password, ...person, ...home });
  await expect(async () => {
    const mails: { links: string[] }[] = await (await request.get(`/dev/mailbox.json?to=${email}`)).json();
    const link = mails.flatMap(({ links }) => links).find((each) => each.includes('type=signup'));
    const { pathname, search, hash } = new URL(link ?? '');
    await page.goto(pathname + search + hash);
    await expect(toast(page, 'Email Verified!')).toBeVisible();
  }).toPass({ timeout: 30_000 });
  await rpc(request, 'accounts/signIn', { email, password });
  return { email, page, request };
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#c9d6cc' } })
    .jpeg()
    .toBuffer();

const pdf = (): Promise<Buffer> =>
  new Promise((done) => {
    const paper = new PDFDocument({ size: 'A4' });
    const parts: Buffer[] = [];
    paper.on('data', (part: Buffer) => parts.push(part));
    paper.on('end', () => done(Buffer.concat(parts)));
    paper.fontSize(24).text('Taxpayer registration 123-456-789');
    paper.addPage().text('Second page');
    paper.end();
  });

type Place = { purpose: string; submission: string; bytes?: Buffer };

async function upload(request: APIRequestContext, { purpose, submission, bytes }: Place): Promise<string> {
  const data = bytes ?? (await picture());
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': `${purpose}` };
  const answer = await request.put(`/api/files?purpose=${purpose}&submission=${submission}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}

const personal = {
  fullName: 'Kerry-Ann Browne',
  dateOfBirth: '1990-04-12',
  phone: '876-555-0142',
  address: '1 Hope Road, Kingston 6',
};

/** Hands in tier 1 with real files: two pictures and a PDF. The groups in `keep` are kept from before. */
async function tier1(request: APIRequestContext, keep: readonly string[] = []): Promise<string> {
  const id = randomUUID();
  const place = (purpose: string) => ({ purpose, submission: id });
  const groups = {
    personal_details: personal,
    id_document: { idType: 'passport', idNumber: 'A1234567', file: await upload(request, place('kyc-id')) },
    trn_document: {
      trn: '123456789',
      file: await upload(request, { ...place('kyc-trn'), bytes: await pdf() }),
    },
    selfie: { file: await upload(request, place('kyc-selfie')) },
  };
  const given = Object.entries(groups).map(([name, group]) => [name, keep.includes(name) ? null : group]);
  await rpc(request, 'identity/submitTier1', { id, ...Object.fromEntries(given) });
  return id;
}

async function tier3(request: APIRequestContext): Promise<string> {
  const id = randomUUID();
  const place = (purpose: string) => ({ purpose, submission: id });
  await rpc(request, 'identity/submitEnhanced', {
    id,
    declaration: {
      ...{ sourceOfFunds: 'employment_salary', monthlyIncome: '250000', occupation: 'real_estate' },
      ...{ occupationDetails: '', pep: false, pepDetails: '', highRiskJurisdiction: false, jurisdictionDetails: '' },
    },
    source_of_funds_proof: { file: await upload(request, place('enhanced-source')) },
    income_proof: { file: await upload(request, place('enhanced-income')) },
    jurisdiction_proof: null,
    wallets: {
      list: [
        {
          ...{ cryptoSymbol: 'BTC', network: 'bitcoin', walletProvider: 'ledger', customWalletProvider: '' },
          walletAddress: wallet,
        },
      ],
    },
  });
  return id;
}

const statusOf = async ({ request }: Customer, tier: number): Promise<string> =>
  (await rpc<{ tiers: Record<number, { status: string }> }>(request, 'identity/own', {})).tiers[tier]?.status ?? '';

test('a submission is looked at, returned in part, and approved once the rest was given again', async ({ browser }) => {
  const customer = await newCustomer(browser, 'Brown');
  await tier1(customer.request);
  const page = await staff(browser, 'compliance');

  await page.goto('/admin/identity');
  await expect(page.locator('.q tbody tr').first()).toBeVisible();
  await clean(page);
  await page.keyboard.press('/');
  await page.keyboard.type(customer.email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Brown');

  // The papers, by key: a picture enlarged, turned and whole again; a PDF page by page.
  await expect(page.getByRole('img', { name: 'ID document, uploaded by the customer' })).toBeVisible();
  const tools = page.locator('.papers .tools');
  await page.keyboard.press('+');
  await expect(tools).toContainText('150%');
  await page.keyboard.press('r');
  await expect(page.locator('.stage .paper')).toHaveAttribute('style', /rotate\(90deg\)/);
  await page.keyboard.press('0');
  await expect(tools).toContainText('100%');
  await page.keyboard.press('2');
  await expect(page.locator('canvas[data-drawn]')).toBeVisible({ timeout: 20_000 });
  await expect(tools).toContainText('Page 1 of 2');
  await page.keyboard.press('.');
  await expect(tools).toContainText('Page 2 of 2');

  await expect(item(page, 'TRN document')).toContainText('123-456-789');
  await expect(item(page, 'Personal details')).toContainText('Differs: the profile says Kerry-Ann Brown');
  await clean(page);

  await page.getByRole('button', { name: 'Accept: Personal details' }).click();
  await expect(item(page, 'Personal details')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Accept: ID document' }).click();
  await expect(item(page, 'ID document')).toContainText('Accepted');
  await page.getByRole('button', { name: 'Reject: TRN document' }).click();
  await item(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(item(page, 'TRN document').locator('.err')).toHaveText('Choose a reason');
  await page.getByLabel('Reject: TRN document').selectOption('number_differs');
  await expect(item(page, 'TRN document')).toContainText('Customer reads: The TRN on it is not the one you typed.');
  await item(page, 'TRN document').getByRole('button', { name: 'Reject' }).click();
  await expect(item(page, 'TRN document')).toContainText('Rejected');
  await expect(bar(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bar(page)).toContainText('To approve, first accept what is rejected or wanted.');

  await page.keyboard.press('m');
  await expect(dialog(page)).toContainText('In it already: TRN document.');
  await dialog(page).getByLabel('Live selfie with ID').selectOption('take_again');
  await expect(dialog(page)).toContainText('Customer reads: Please take the selfie once more.');
  await dialog(page).getByLabel('Note for staff').fill('Face is in the shade.');
  await clean(page);
  await dialog(page).getByRole('button', { name: 'Ask the customer' }).click();
  await expect(toast(page, 'Asked for more')).toBeVisible();
  await expect(page.getByText('With the customer', { exact: true })).toBeVisible();
  await expect(page.getByText('“Face is in the shade.”')).toBeVisible();

  // The customer gives only those two again; the open screen hears of it by itself.
  await tier1(customer.request, ['personal_details', 'id_document']);
  await page.getByRole('link', { name: 'Open the newer submission' }).click();
  await expect(item(page, 'ID document')).toContainText('Kept from an earlier submission');
  await page.keyboard.press('a');
  await expect(dialog(page)).toContainText('Accepted with it: TRN document, Live selfie with ID.');
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Approved')).toContainText('Kerry-Ann Brown');
  await expect(bar(page)).toContainText('It was approved.');
  expect(await statusOf(customer, 1)).toBe('approved');
});

test('a rejection names what failed and why, and leads on to the next in the queue', async ({ browser }) => {
  const customer = await newCustomer(browser, 'Reid');
  const next = await newCustomer(browser, 'Clarke');
  const id = await tier1(customer.request);
  const nextId = await tier1(next.request);
  const page = await staff(browser, 'admin');
  await page.goto(`/admin/identity/${id}?tier=1&search=journey.test`);
  await expect(item(page, 'Live selfie with ID')).toBeVisible();
  await page.keyboard.press('x');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog(page)).toContainText('Name at least one item and the reason');
  await dialog(page).getByLabel('ID document').selectOption('expired');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Rejected')).toContainText('Kerry-Ann Reid');
  await expect(page.locator('.way')).toContainText('Past its expiry date.');
  expect(await statusOf(customer, 1)).toBe('rejected');
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page).toHaveURL(/tier=1/);
  await page.goto(`/admin/identity/${nextId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tier 1: Kerry-Ann Clarke');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/identity\?at=/);
});

test('tier 3 takes two people, and the first is not also the second', async ({ browser }) => {
  const customer = await newCustomer(browser, 'Whyte');
  const id = await tier3(customer.request);
  const first = await staff(browser, 'compliance');
  const second = await staff(browser, 'admin');
  await first.goto(`/admin/identity/${id}`);
  await expect(first.getByText('Two people approve tier 3. Nobody has yet.')).toBeVisible();
  await first.keyboard.press('a');
  await dialog(first).getByRole('button', { name: 'Approve as the first' }).click();
  await expect(toast(first, 'Approved first')).toBeVisible();
  await expect(bar(first).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bar(first)).toContainText('You approved first, so somebody else');
  const again = await first.request.post('/api/rpc/identity/approve', { data: { json: { submissionId: id } } });
  expect(again.status()).toBe(403);
  expect(await statusOf(customer, 3)).toBe('pending');

  await second.goto(`/admin/identity?filter=second&search=${customer.email}`);
  await expect(second.locator('.q tbody tr')).toContainText('Second approval');
  await second.locator('.q tbody tr').click();
  await expect(second.getByRole('region', { name: 'Two pairs of eyes' })).toContainText('Conrad Lewis approved first');
  await clean(second);
  await second.keyboard.press('a');
  await dialog(second).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(second, 'Approved')).toBeVisible();
  expect(await statusOf(customer, 3)).toBe('approved');
  // The first person's screen hears of it by itself.
  await expect(bar(first)).toContainText('It was approved.');
});

test('nobody reviews their own; support reads, finance does not, customers find no such page', async ({ browser }) => {
  const page = await staff(browser, 'compliance');
  const id = await tier1(page.request);
  await page.goto(`/admin/identity/${id}`);
  await expect(page.getByText('This is your own submission. Nobody reviews their own.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await clean(page);
  for (const command of ['approve', 'reject', 'askMore']) {
    const input = command === 'approve' ? {} : { items: [{ item: 'selfie', reasonCode: 'unreadable' }] };
    const json = { submissionId: id, ...input };
    expect((await page.request.post(`/api/rpc/identity/${command}`, { data: { json } })).status()).toBe(403);
  }

  const support = await staff(browser, 'support');
  await support.goto(`/admin/identity/${id}`);
  await expect(bar(support)).toContainText('Your role reads. Compliance or admin decides.');
  await expect(support.getByRole('button', { name: /^(Accept|Reject|Ask for more|Approve)/ })).toHaveCount(0);

  const finance = await staff(browser, 'finance');
  await finance.goto('/admin/customers');
  await expect(finance.getByText('Your role does not include this.')).toBeVisible();
  await expect(finance.getByRole('navigation', { name: 'Desk' })).not.toContainText('Customers');

  const admin = await staff(browser, 'admin');
  await rpc(admin.request, 'identity/approve', { submissionId: id });
});

test('the page of a customer: found by e-mail, a file opened, a note added, every session ended', async ({
  browser,
}) => {
  const customer = await newCustomer(browser, 'Foster');
  await tier1(customer.request);
  const page = await staff(browser, 'support');
  await page.goto('/admin/customers');
  await page.getByLabel('Search customers').fill(customer.email);
  await expect(page.locator('.q tbody tr')).toHaveCount(1);
  await expect(page.locator('.q tbody tr')).toContainText('Pending');
  await clean(page);
  await page.getByRole('link', { name: 'Kerry-Ann Foster' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kerry-Ann Foster');
  await clean(page);
  await page.getByRole('button', { name: 'Look at: ID document' }).click();
  await expect(dialog(page).getByRole('img', { name: 'ID document, uploaded by the customer' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Called: the passport is at the embassy.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Called: the passport is at the embassy.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
  await expect(toast(page, 'Signed out')).toBeVisible();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  const after = await customer.request.post('/api/rpc/identity/own', { data: { json: {} } });
  expect(after.status()).toBe(401);
});
