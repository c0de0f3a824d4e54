import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type APIResponse, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { demoPassword } from '../../fakes/people.ts';
import { basics } from '../../src/features/learning/appropriateness/content.ts';
import { toShownPositions } from '../../src/features/learning/grading.ts';
import { bitcoinAddress } from '../orders.ts';

export const password = 'Blue-Mountain-2256!';
export const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const toast = (page: Page, title: string | RegExp): Locator => page.locator('.toast').filter({ hasText: title });
export const expectToast = (page: Page, title: string, text: string): Promise<void> =>
  expect(toast(page, title).filter({ hasText: text }).first()).toBeVisible();
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
/** Opens an admin section from the bar, or from the drawer when the bar has no link to it. */
export async function openSection(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Admin' });
  await expect(bar.getByRole('link').first()).toBeVisible();
  const inBar = bar.getByRole('link', { name });
  if (await inBar.isVisible()) return inBar.click();
  await page.getByRole('button', { name: 'All pages' }).click();
  await dialog(page).getByRole('link', { name }).click();
}
export const bar = (page: Page): Locator => page.locator('.decide');

const colourRules: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects no axe findings. axe is injected into the page only, because pages have no frames. */
export async function expectNoAxeFindings(page: Page, options: axe.RunOptions = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (options) => {
    const tester = (window as unknown as { axe: typeof axe }).axe;
    return (await tester.run({ resultTypes: ['violations'], ...options })).violations;
  }, options);
  expect(found).toEqual([]);
}
export const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Expects that the page fits and axe finds nothing, on phone and desktop and in both themes. */
export async function expectGoodLayout(page: Page): Promise<void> {
  for (const [colorScheme, width, options] of [
    ['dark', 360, undefined],
    ['dark', 1280, undefined],
    ['light', 1280, colourRules],
    ['light', 360, colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await expectNoAxeFindings(page, options);
  }
}

export const waitUntilInteractive = (page: Page) => page.locator('.home[data-started]').waitFor();

export type Caller = Pick<Page, 'request'>;

export const send = (page: Caller, command: string, input: object = {}): Promise<APIResponse> =>
  page.request.post(`/api/rpc/${command}`, { data: { json: input } });

export async function ask<T>(page: Caller, command: string, input: object = {}): Promise<T> {
  const answer = await send(page, command, input);
  expect(answer.ok(), `${command}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).json as T;
}

export const disableQuietHours = (page: Page): Promise<unknown> =>
  ask(page, 'notices/setDigestSettings', { digest: false, quiet: false });

export async function findMailedLink(page: Caller, to: string, part: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const mails: { links: string[] }[] = await (await page.request.get(`/dev/mailbox.json?to=${to}`)).json();
    found = mails.flatMap(({ links }) => links).find((link) => link.includes(part));
    expect(found).toBeDefined();
  }).toPass({ timeout: 30_000 });
  const { pathname, search, hash } = new URL(found ?? '');
  return pathname + search + hash;
}

export const newAddress = (): string => `kerry.${crypto.randomUUID().slice(0, 8)}@journey.test`;

/** Answers the location question, so that it does not appear. */
export const skipLocation = (page: Caller): Promise<unknown> => ask(page, 'location/consent', { allow: false });

/** Declarations of a new customer. `isTaught`: has passed the lesson before a first order. */
type Declared = { readonly isPep?: boolean; readonly isTaught?: boolean };

type Sheet = { readonly tryId: string; readonly questions: readonly { readonly id: string }[] };

export async function passLesson(page: Caller): Promise<void> {
  const { tryId, questions } = await ask<Sheet>(page, 'appropriateness/start');
  const answers = questions.map(({ id }) => {
    const question = basics().questions.find((one) => one.id === id);
    const right = question?.answers.findIndex((answer) => answer.right) ?? 0;
    return question && toShownPositions(question, tryId, [right]);
  });
  await ask(page, 'appropriateness/submit', { tryId, answers });
}

const profile = {
  ...{ firstName: 'Kerry-Ann', lastName: "O'Brien", phoneNumber: '+18765550142' },
  ...{ countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher', isPep: false },
};
export const completeProfile = (page: Caller): Promise<unknown> => ask(page, 'accounts/saveProfile', profile);

/** Creates a customer with a verified email address. The link signs this page in. Returns the address. */
async function verifiedCustomer(page: Caller, lastName: string, { isPep = false }: Declared): Promise<string> {
  const email = newAddress();
  const person = { ...profile, lastName, isPep, dateOfBirth: '1990-04-12', agreed: true };
  await ask(page, 'accounts/signUp', { email, password, ...person });
  const link = await findMailedLink(page, email, 'type=signup');
  await ask(page, 'accounts/verifyEmail', { token: new URLSearchParams(link.split('#')[1]).get('access_token') });
  return email;
}

/** Creates a customer, signed in on this page, and answers the questions to new customers. Returns the email. */
export async function newCustomer(page: Caller, lastName = 'Brown', declared: Declared = {}): Promise<string> {
  const email = await verifiedCustomer(page, lastName, declared);
  await skipLocation(page);
  if (declared.isTaught !== false) await passLesson(page);
  return email;
}

export const signInWithNewSession = (page: Caller, user: string): Promise<unknown> =>
  ask(page, 'accounts/signIn', { email: `${user}@demo.test`, password: demoPassword });

const sessions = new Map<string, Parameters<BrowserContext['addCookies']>[0]>();

/** Signs in with a shared session, because hashing is slow. Journeys that end a session use `signInWithNewSession`. */
export async function signIn(page: Page, user: string): Promise<void> {
  const session = sessions.get(user);
  if (session) return page.context().addCookies(session);
  await signInWithNewSession(page, user);
  sessions.set(user, await page.context().cookies());
}

/** Opens a new window. A violation of the content security policy fails the journey. */
export async function openWindow(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) throw new Error(message.text());
  });
  return page;
}

export async function openWindowFor(browser: Browser, user: string): Promise<Page> {
  const page = await openWindow(browser);
  await signIn(page, user);
  return page;
}

export type Customer = { readonly email: string; readonly page: Page };

export async function openCustomerWindow(browser: Browser, lastName: string): Promise<Customer> {
  const page = await openWindow(browser);
  return { email: await newCustomer(page, lastName), page };
}

export async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export const isSignedIn = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-session', 'in');
/** Waits for the redirect after signing in, which would abort other navigations. */
export async function waitForRedirect(page: Page): Promise<void> {
  await isSignedIn(page);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.waitForLoadState();
}

type NewPerson = { email: string; born?: string; secret?: string };

export async function fillSignUp(page: Page, { email, born, secret = password }: NewPerson): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm password').fill(secret);
  await page.getByLabel('Date of birth').fill(born ?? '1990-04-12');
  await page.getByLabel(/^I agree to the/).check();
}

type Target = { readonly network: 'bitcoin' | 'bep20'; readonly walletAddress: string };
export type Placed = { readonly orderId: string; readonly reference: string };

/** Places an unpaid bitcoin buy. `amount` is in J$ and includes the network fee. */
export async function placeBuy(page: Caller, amount: string, to: Partial<Target> = {}): Promise<Placed> {
  const { network, walletAddress }: Target = { network: 'bitcoin', walletAddress: bitcoinAddress, ...to };
  const request = { network, symbol: 'BTC', currency: 'JMD', amount };
  const { id: quoteId } = await ask<{ id: string }>(page, 'trading/quoteBuy', request);
  const details = { network, walletAddress, destinationTag: '' };
  const funds = { sourceOfFunds: null, sourceOfFundsFile: null };
  return ask(page, 'trading/placeBuyOrder', {
    key: crypto.randomUUID(),
    another: true,
    quoteId,
    ...details,
    ...funds,
  });
}

/** Types an address, and ticks that it was compared when it is new. */
export async function compareAddress(page: Page, types: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/rpc/trading/addressUsed'), types()]);
  const { json } = (await answer.json()) as { json: { used: boolean } };
  if (!json.used) await page.getByLabel('I checked the first and last characters').check();
}

export const needsSignIn = (path: string): boolean => !['/auth', '/verify-email', '/this-was-not-me'].includes(path);
export const isAdmin = (path: string): boolean => path.startsWith('/admin');

const inCourses: Readonly<Record<string, string>> = {
  '/courses/:courseId': '/courses/level-1',
  '/courses/:courseId/lessons/:unit': '/courses/level-1/lessons/what-money-does',
  '/courses/:courseId/project': '/courses/level-1/project',
  '/courses/:courseId/quizzes/:section': '/courses/level-1/quizzes/money',
};

const listedAt: Readonly<Record<string, string>> = { '/orders/': '/transactions', '/payments/': '/transactions' };

/** Path of the first link that matches the pattern on its list page; without one, a path that does not exist. */
export async function findAddress(page: Page, pattern: string): Promise<string> {
  const known = inCourses[pattern];
  if (known) return known;
  const [before = '', after = ''] = pattern.split(/:\w+/);
  if (before === pattern) return pattern;
  await page.goto(listedAt[before] ?? before.replace(/(\/orders)?\/$/, ''));
  const ends = after === '' ? '' : `[href$="${after}"]`;
  const link = page.locator(`main a[href^="${before}"]${ends}:not([href*="?"])`).first();
  const found = await link.getAttribute('href', { timeout: 3_000 }).catch(() => null);
  return found ?? pattern.replace(/:\w+/, crypto.randomUUID());
}
