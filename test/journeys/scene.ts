import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type APIResponse, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { demoPassword } from '../../fakes/people.ts';
import { basics } from '../../src/features/appropriateness/content.ts';
import { asShown } from '../../src/features/learning/grading.ts';
import { bitcoinAddress } from '../orders.ts';
import { movePageClock } from './journey.ts';

/** What the journeys share: people and their windows, commands, mails, toasts, and what every page must be. */

/** Of the journeys' own customers; the demo's people have theirs. */
export const password = 'Blue-Mountain-2256!';
export const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const toast = (page: Page, title: string | RegExp): Locator => page.locator('.toast').filter({ hasText: title });
export const told = (page: Page, title: string, text: string): Promise<void> =>
  expect(toast(page, title).filter({ hasText: text }).first()).toBeVisible();
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
/** Goes to a place of the desk: by its bar, or by the drawer if the bar has no room for it. */
export async function toPlace(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Desk' });
  await expect(bar.getByRole('link').first()).toBeVisible();
  const inBar = bar.getByRole('link', { name });
  if (await inBar.isVisible()) return inBar.click();
  await page.getByRole('button', { name: 'All places' }).click();
  await dialog(page).getByRole('link', { name }).click();
}
/** Where a member of staff decides. */
export const bar = (page: Page): Locator => page.locator('.decide');

/** Of axe's rules those that ask for colours: all that another theme can break. */
const ofColours: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Axe made small: every page that is judged is sent it, and reads it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Axe finds nothing, by all of its rules or as it is told. None of the pages holds another in a frame, so the page is
 * judged in itself, by an axe that it is given once.
 */
export async function clean(page: Page, told: axe.RunOptions = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (options) => {
    const given = (window as unknown as { axe: typeof axe }).axe;
    return (await given.run({ resultTypes: ['violations'], ...options })).violations;
  }, told);
  expect(found).toEqual([]);
}
export const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** A page fits and axe finds nothing, on a phone and on a desk, in both themes. */
export async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width, told] of [
    ['dark', 360, undefined],
    ['dark', 1280, undefined],
    ['light', 1280, ofColours],
    ['light', 360, ofColours],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    await clean(page, told);
  }
}

/** The home page's own script has come and its living parts work. */
export const awake = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /home-island/.test(name)));

/** What the product answers to a command of whoever is signed in on this page. */
export const send = (page: Page, command: string, input: object = {}): Promise<APIResponse> =>
  page.request.post(`/api/rpc/${command}`, { data: { json: input } });

/** What a command gives, which must not be refused. */
export async function ask<T>(page: Page, command: string, input: object = {}): Promise<T> {
  const answer = await send(page, command, input);
  expect(answer.ok(), `${command}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).json as T;
}

/** By night letters of services wait for the morning: whoever waits for one within a journey has it at once. */
export const hearsByNight = (page: Page): Promise<unknown> =>
  ask(page, 'notices/setHabits', { digest: false, quiet: false });

/** The newest link mailed to an address that has this in it, from its path on. */
export async function mailedLink(page: Page, to: string, part: string): Promise<string> {
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

/** Skips the question about the location for whoever is signed in, so that it does not come in the way. */
export const skipLocation = (page: Page): Promise<unknown> => ask(page, 'location/consent', { allow: false });

/** `isTaught`: they passed the lesson before a first order already. */
type Declared = { readonly isPep?: boolean; readonly isTaught?: boolean };

type Sheet = { readonly tryId: string; readonly questions: readonly { readonly id: string }[] };

/** Passes the lesson before a first order, for whoever is signed in on this page. */
export async function passLesson(page: Page): Promise<void> {
  const { tryId, questions } = await ask<Sheet>(page, 'appropriateness/begin');
  const answers = questions.map(({ id }) => {
    const question = basics().questions.find((one) => one.id === id);
    const right = question?.answers.findIndex((answer) => answer.right) ?? 0;
    return question && asShown(question, tryId, [right]);
  });
  await ask(page, 'appropriateness/handIn', { tryId, answers });
}

/** A customer of the journey's own whose address is verified, not signed in yet: the address. */
async function verifiedCustomer(page: Page, lastName: string, { isPep = false }: Declared): Promise<string> {
  const email = newAddress();
  const person = { firstName: 'Kerry-Ann', lastName, phoneNumber: '+18765550142', dateOfBirth: '1990-04-12' };
  const home = { countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher', isPep, agreed: true };
  await ask(page, 'accounts/signUp', { email, password, ...person, ...home });
  const link = await mailedLink(page, email, 'type=signup');
  await ask(page, 'accounts/verifyEmail', { token: new URLSearchParams(link.split('#')[1]).get('access_token') });
  return email;
}

/** The same, signed in on this page and asked nothing any more. */
export async function newCustomer(page: Page, lastName = 'Brown', declared: Declared = {}): Promise<string> {
  const email = await verifiedCustomer(page, lastName, declared);
  await ask(page, 'accounts/signIn', { email, password });
  await skipLocation(page);
  if (declared.isTaught !== false) await passLesson(page);
  return email;
}

/** Signs one of the demo's people in on this page, in a session of its own. */
export const signInAnew = (page: Page, who: string): Promise<unknown> =>
  ask(page, 'accounts/signIn', { email: `${who}@demo.test`, password: demoPassword });

const sessions = new Map<string, Parameters<BrowserContext['addCookies']>[0]>();

/**
 * One of the demo's people is signed in on this page. A password takes long on purpose, so the journeys of a worker
 * share one session of each: whoever ends sessions signs in anew.
 */
export async function signIn(page: Page, who: string): Promise<void> {
  const kept = sessions.get(who);
  if (kept) return page.context().addCookies(kept);
  await signInAnew(page, who);
  sessions.set(who, await page.context().cookies());
}

/** A window of its own. What breaks the page's own rules fails the journey. */
export async function ownWindow(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) throw new Error(message.text());
  });
  return page;
}

/** A window of its own for one of the demo's people, signed in. */
export async function windowOf(browser: Browser, who: string): Promise<Page> {
  const page = await ownWindow(browser);
  await signIn(page, who);
  return page;
}

export type Customer = { readonly email: string; readonly page: Page };

/** A new customer with a window of their own. */
export async function customerIn(browser: Browser, lastName: string): Promise<Customer> {
  const page = await ownWindow(browser);
  return { email: await newCustomer(page, lastName), page };
}

/** Signs in by hand, where the form is. */
export async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export const isSignedIn = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-session', 'in');
/** Signed in, and where that leads: whatever is opened on the way there would be broken off. */
export async function isLedOn(page: Page): Promise<void> {
  await isSignedIn(page);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.waitForLoadState();
}

type NewPerson = { email: string; born?: string; secret?: string };

/** Fills in the form of a new customer, and leaves it to the journey to send it. */
export async function fillSignUp(page: Page, { email, born, secret = password }: NewPerson): Promise<void> {
  await page.getByLabel('First name').fill('Kerry-Ann');
  await page.getByLabel('Last name').fill("O'Brien");
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm password').fill(secret);
  await page.getByLabel('Phone number').fill('+18765550142');
  await page.getByLabel('Date of birth').fill(born ?? '1990-04-12');
  await page.getByLabel('Country of residence').selectOption('Jamaica');
  await page.getByLabel('Nationality').selectOption('Jamaica');
  await page.getByLabel('Occupation').fill('Teacher');
  await page.getByLabel(/^I agree to the/).check();
}

type Target = { readonly network: 'bitcoin' | 'bep20'; readonly walletAddress: string };
export type Placed = { readonly orderId: string; readonly reference: string };

/**
 * A buy of bitcoin for whoever is signed in, not paid yet. `amount`: J$, in words of the form; the fee of the network
 * is taken from it.
 */
export async function placedBuy(page: Page, amount: string, to: Partial<Target> = {}): Promise<Placed> {
  const { network, walletAddress }: Target = { network: 'bitcoin', walletAddress: bitcoinAddress, ...to };
  const asked = { network, symbol: 'BTC', currency: 'JMD', amount };
  const { id: quoteId } = await ask<{ id: string }>(page, 'trading/quoteBuy', asked);
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

/**
 * Types an address as `types` does. Whoever orders to it for the first time compares it for ten seconds: the clock of
 * the page goes on by them. `before-first-order.e2e.ts` waits for them in truth.
 */
export async function comparesAddress(page: Page, types: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/rpc/trading/addressUsed'), types()]);
  const { json } = (await answer.json()) as { json: { used: boolean } };
  if (json.used) return;
  await expect(page.locator('#buy-new-address')).toBeVisible();
  await page.evaluate(movePageClock, 10_000);
}

/** Screens for whoever is signed in, and those of them for staff. */
export const isClosed = (path: string): boolean => !['/auth', '/verify-email', '/this-was-not-me'].includes(path);
export const isDesk = (path: string): boolean => path.startsWith('/admin');

/** Places of the course that is there from the start. */
const inCourses: Readonly<Record<string, string>> = {
  '/courses/:courseId': '/courses/level-1',
  '/courses/:courseId/lessons/:unit': '/courses/level-1/lessons/what-money-does',
  '/courses/:courseId/project': '/courses/level-1/project',
  '/courses/:courseId/quizzes/:section': '/courses/level-1/quizzes/money',
};

/** Where those are listed that have no list of their own above their address. */
const listedAt: Readonly<Record<string, string>> = { '/orders/': '/transactions', '/payments/': '/transactions' };

/** An address for a pattern such as `/orders/:orderId`: the first link of that kind on its list, or one that is not. */
export async function addressOf(page: Page, pattern: string): Promise<string> {
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
