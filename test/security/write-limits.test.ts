import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';
import { commands } from './commands.ts';
import { identityBodies } from './matrix-identity.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { createUser } = createAccountTools(server);

/** Commands that only read, besides storing the last use of the session every five minutes. */
const readCommands = [
  ...['viewer', 'startedProfile', 'security'].map((name) => `accounts/${name}`),
  ...['overview', 'profile', 'subscription', 'coins', 'portfolio'].map((name) => `accountPages/${name}`),
  ...['agreements/due', 'appropriateness/lesson', 'cards/pending', 'certificates/own'],
  ...['discounts/own', 'documents/link', 'identity/own', 'identity/draft', 'launches/own', 'launches/draft'],
  ...['help/own', 'help/about', 'help/show'],
  ...['own', 'progress', 'reviews'].map((name) => `learning/${name}`),
  ...['location/own', 'notices/list', 'notices/unread', 'notices/settings', 'priceAlerts/list'],
  ...['paymentPages/status', 'payments/methods', 'payments/listOwn', 'payments/showOwn'],
  ...['programs/keys', 'programs/webhooks', 'programs/deliveries', 'projects/own'],
  ...['scamReports/own', 'scamReports/draft', 'subscriptions/own', 'workshops/own'],
  ...[
    'limits',
    'addressUsed',
    'sellWallet',
    'sellDraft',
    'list',
    'open',
    'counts',
    'show',
    'payees',
    'statementYears',
    'recurringBuys',
  ].map((name) => `trading/${name}`),
];

const preference = { kind: 'workshop', channel: 'mail', wanted: false };

/** Rate-limited commands: a valid body and calls per minute, also refused ones. Drafts could fill the disk of WAL. */
const rateLimited: Readonly<Record<string, { readonly body?: object; readonly maxPerMinute: number }>> = {
  'accounts/reauthMethods': { maxPerMinute: 120 },
  'accounts/newPasskeyOptions': { maxPerMinute: 120 },
  'accounts/startAuthenticator': { maxPerMinute: 120 },
  'notices/setPreference': { body: preference, maxPerMinute: 60 },
  'notices/setDigestSettings': { body: { digest: true }, maxPerMinute: 60 },
  'notices/startPush': { body: { endpoint: 'https://push.example/unknown' }, maxPerMinute: 20 },
  'priceAlerts/set': { body: { symbol: 'BTC', direction: 'move', currency: 'JMD', target: '5' }, maxPerMinute: 60 },
  'accountPages/refusePasskey': { maxPerMinute: 60 },
  'identity/saveDraft': { body: identityBodies['identity/saveDraft'], maxPerMinute: 60 },
  'trading/saveSellDraft': { body: { data: { bankName: 'Half a name' } }, maxPerMinute: 60 },
  'scamReports/saveDraft': { body: { data: { name: 'Quick' } }, maxPerMinute: 60 },
  'launches/saveDraft': {
    body: { data: { coinName: 'Irie', idea: '', communityLinks: '', whitepaper: '' } },
    maxPerMinute: 60,
  },
  'projects/saveDraft': { body: { courseId: 'none', evidence: {} }, maxPerMinute: 60 },
  'learning/savePlace': { body: { courseId: 'none', unit: 'first', block: 0 }, maxPerMinute: 60 },
  'learning/answer': { body: { courseId: 'none', unit: 'first', check: 'first-1', chosen: [0] }, maxPerMinute: 120 },
  'trading/quoteBuy': {
    body: { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    maxPerMinute: 240,
  },
  'trading/pauseRecurringBuy': { body: { planId: randomUUID(), paused: true }, maxPerMinute: 60 },
  'trading/quoteSell': { body: { symbol: 'BTC', amount: '0.001' }, maxPerMinute: 240 },
};

/** Bounds of the writes of all other commands: a limit that other tests prove, or the number of existing rows. */
const bounds: Readonly<Record<string, string>> = {
  'accounts/reauthenticate': 'wrong and right proofs are counted',
  'accounts/endSession': 'each session ends once',
  'accounts/endOtherSessions': 'each session ends once',
  'accounts/confirmAuthenticator': 'wrong codes are counted, and changes of an account',
  'accounts/removeAuthenticator': 'an earlier confirmation, which is counted',
  'accounts/createRecoveryCodes': 'codes per hour',
  'accounts/registerPasskey': 'changes of an account',
  'accounts/renamePasskey': 'changes of an account',
  'accounts/removePasskey': 'an earlier registration, which is counted',
  'accounts/changePassword': 'wrong and right proofs are counted',
  'accounts/closeAccount': 'an account closes once',
  'accounts/exportData': 'a rate limit, and a number per hour',
  'accounts/saveProfile': 'changes of an account',
  'accountPages/updateProfile': 'changes of an account',
  'agreements/agree': 'each version is agreed to once',
  'appropriateness/start': 'tries of a day',
  'appropriateness/submit': 'each try once',
  'cards/start': 'a rate limit',
  'certificates/claim': 'each course once',
  'certificates/showName': 'changes of an account',
  'discounts/enterCode': 'tries of an hour',
  'discounts/startProof': 'changes of an account',
  'discounts/proveWallet': 'changes of an account',
  'documents/testKycUpload': 'tries of an hour',
  'enrollment/buy': 'one open payment for a course',
  'enrollment/withPlan': 'each course once',
  'identity/submitTier1': 'one waits at a time',
  'identity/submitTier2': 'one waits at a time',
  'identity/submitEnhanced': 'one waits at a time',
  'help/open': 'messages of an hour',
  'help/write': 'messages of an hour',
  'help/complain': 'each conversation once',
  'help/requestReview': 'messages of an hour',
  'launches/submit': 'a number pending and a number a day',
  'launches/answer': 'each question once',
  'launches/withdraw': 'each launch once',
  'learning/enroll': 'each course once',
  'learning/lesson': 'each lesson opens once',
  'learning/finish': 'each lesson once',
  'learning/startQuiz': 'tries of a day',
  'learning/submitQuiz': 'each try once',
  'learning/answerReview': 'each question on its day',
  'location/consent': 'consents of a day',
  'location/detect': 'a number per ten minutes',
  'location/dismissAlert': 'each alert once',
  'notices/read': 'each notice once',
  'notices/readAll': 'each notice once',
  'notices/setMarketing': 'consents of a day',
  'notices/stopPush': 'an earlier start, which is counted',
  'payments/claim': 'each payment once, until staff send it back',
  'payments/claimMahoni': 'each payment once, until staff send it back',
  'payments/cancel': 'each payment once',
  'payments/receipt': 'a view by staff has one entry a day',
  'priceAlerts/remove': 'each alert once',
  'programs/createKey': 'changes of an account',
  'programs/rotateKey': 'changes of an account',
  'programs/revokeKey': 'each key once',
  'programs/addWebhook': 'changes of an account',
  'programs/rotateWebhook': 'changes of an account',
  'programs/resumeWebhook': 'changes of an account',
  'programs/removeWebhook': 'each webhook once',
  'programs/replayDelivery': 'changes of an account',
  'projects/submit': 'one open at a time',
  'projects/appeal': 'each project once',
  'scamReports/submit': 'a number pending and a number a day',
  'subscriptions/subscribe': 'one plan waits to be paid',
  'trading/saveWallet': 'changes of an account',
  'trading/saveAccount': 'changes of an account',
  'trading/removePayee': 'changes of an account',
  'trading/setRecurringBuy': 'changes of an account',
  'trading/changeRecurringBuy': 'changes of an account',
  'trading/removeRecurringBuy': 'each plan once',
  'trading/placeBuyOrder': 'a number open and a number a day',
  'trading/placeSellOrder': 'a number open and a number a day',
  'trading/receipt': 'a view by staff has one entry a day',
  'trading/claimPayment': 'each order once, until staff send it back',
  'trading/cancelOwn': 'each order once',
  'trading/choosePrice': 'each order once',
  'workshops/register': 'one seat in a session',
  'workshops/wait': 'the rate limit of waiting lists',
  'workshops/leave': 'each seat once',
  'workshops/move': 'each seat moves once',
  'workshops/nameAwardWallet': 'changes of an account',
};

const isExcluded = await Promise.all(
  commands.map(async ({ path, act }) => act?.roles.length || (await call(path)).status !== 401),
);
const sessionCommands = commands.filter((_, index) => !isExcluded[index]).map(({ path }) => path);

test('every command of a signed-in user only reads, or its writes are bounded', () => {
  const listed = [...readCommands, ...Object.keys(rateLimited), ...Object.keys(bounds)];
  expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([]);
  expect(listed.toSorted()).toEqual(sessionCommands.toSorted());
});

test.each(Object.entries(rateLimited))(
  '%s: limited per minute and account; another continues',
  async (path, { body, maxPerMinute }) => {
    const [one, another] = [await createUser(), await createUser()];
    const statuses: number[] = [];
    for (let n = 0; n < maxPerMinute; n++) statuses.push((await call(path, body, one.cookie)).status);
    expect(statuses).not.toContain(400);
    expect(statuses).not.toContain(429);
    expect(await call(path, body, one.cookie)).toMatchObject({ status: 429, body: { code: 'general.busy' } });
    expect((await call(path, body, another.cookie)).status).not.toBe(429);
  },
);

test('another session of an account does not keep its owner from securing it', async () => {
  const { cookie, email } = await createUser();
  const thief = await createSession(server, email);
  const startApp = (sessionCookie: string) => call('accounts/startAuthenticator', undefined, sessionCookie);
  for (let n = 0; n < 120; n++) await startApp(thief);
  expect((await startApp(thief)).status).toBe(429);
  expect((await startApp(cookie)).status).toBe(200);
});

const buildFields = (fields: number, bytesPerField: number) =>
  Object.fromEntries(
    Array.from({ length: fields }, (_, n) => [`field${n}`, randomBytes(bytesPerField).toString('hex')]),
  );

test('a stored sell draft is limited by its form, not by the request size', async () => {
  const cookie = await server.signIn('enhanced');
  const saveSellDraft = async (data: object) => (await call('trading/saveSellDraft', { data }, cookie)).status;
  const findLargestDraft = async () =>
    (await owner.query(`select coalesce(max(length(data::text)), 0)::int n from sell_drafts`)).rows[0].n;
  expect(await saveSellDraft(buildFields(20, 400))).toBe(200);
  expect(await saveSellDraft(buildFields(100, 900))).toBe(400);
  expect(await saveSellDraft(buildFields(20, 1_000))).toBe(400);
  expect(await findLargestDraft()).toBeLessThan(25_000);
});
