import { expect, test } from 'vitest';
import { serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { commands } from './commands.ts';

/** Whoever is signed in has us write as much as a person does: each command that writes has a bound. */
const server = await serverWithoutFaults();
const { call } = server;
const { somebody } = accountsOf(server);

/** Commands that only read. When a session was used is noted every five minutes. */
const questions = [
  ...['viewer', 'security'].map((name) => `accounts/${name}`),
  ...['overview', 'profile', 'subscription', 'portfolio'].map((name) => `accountPages/${name}`),
  ...['agreements/due', 'appropriateness/lesson', 'cards/pending', 'certificates/own', 'classes/notes'],
  ...['documents/link', 'identity/own', 'launches/own', 'launches/draft'],
  ...['own', 'progress', 'reviews'].map((name) => `learning/${name}`),
  ...['location/own', 'notices/list', 'notices/unread', 'notices/settings'],
  ...['paymentPages/standing', 'payments/ways', 'payments/listOwn', 'payments/showOwn'],
  ...['programs/keys', 'programs/webhooks', 'programs/deliveries', 'projects/own'],
  ...['scamReports/own', 'scamReports/draft', 'subscriptions/own', 'workshops/own'],
  ...['limits', 'addressUsed', 'sellWallet', 'sellDraft', 'list', 'counts', 'show'].map((name) => `trading/${name}`),
];

const wish = { kind: 'workshop', channel: 'mail', wanted: false };
/** By a pace (`platform/pace.ts`): a body that is sound, and how many a minute takes. What is refused counts. */
const paced: Readonly<Record<string, { readonly body?: object; readonly most: number }>> = {
  'accounts/confirmWays': { most: 120 },
  'accounts/newPasskeyOptions': { most: 120 },
  'accounts/startAuthenticator': { most: 120 },
  'notices/setWish': { body: wish, most: 60 },
  'notices/setHabits': { body: { digest: true }, most: 60 },
  'notices/startPush': { body: { endpoint: 'https://push.example/of/nobody' }, most: 20 },
  'trading/keepSellDraft': { body: { data: { bankName: 'Half a name' } }, most: 60 },
  'scamReports/keepDraft': { body: { data: { name: 'Quick' } }, most: 60 },
  'launches/keepDraft': {
    body: { data: { coinName: 'Irie', idea: '', communityLinks: '', whitepaper: '' } },
    most: 60,
  },
  'projects/keepDraft': { body: { courseId: 'none', evidence: {} }, most: 60 },
  'classes/wantMails': { body: { courseId: 'none', mails: true }, most: 60 },
  'learning/keepPlace': { body: { courseId: 'none', unit: 'first', block: 0 }, most: 60 },
  'learning/answer': { body: { courseId: 'none', unit: 'first', check: 'first-1', chosen: [0] }, most: 120 },
  'trading/quoteBuy': { body: { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' }, most: 240 },
  'trading/quoteSell': { body: { symbol: 'BTC', amount: '0.001' }, most: 240 },
};

/** What bounds the others: a pace or a budget that their own tests prove, or what there is to be done at all. */
const bounded: Readonly<Record<string, string>> = {
  'accounts/confirmAgain': 'wrong proofs and right ones are counted',
  'accounts/endSession': 'each session ends once',
  'accounts/endOtherSessions': 'each session ends once',
  'accounts/confirmAuthenticator': 'wrong codes are counted, and changes of an account',
  'accounts/removeAuthenticator': 'what was confirmed before, and that is counted',
  'accounts/newCodes': 'codes drawn in an hour',
  'accounts/registerPasskey': 'changes of an account',
  'accounts/renamePasskey': 'changes of an account',
  'accounts/removePasskey': 'what was registered before, and that is counted',
  'accounts/changePassword': 'wrong proofs and right ones are counted',
  'accounts/closeAccount': 'an account closes once',
  'accounts/exportData': 'a pace, and so many in an hour',
  'accountPages/updateProfile': 'changes of an account',
  'agreements/agree': 'each version is agreed to once',
  'appropriateness/begin': 'tries of a day',
  'appropriateness/handIn': 'each try once',
  'cards/start': 'a pace',
  'certificates/claim': 'each course once',
  'certificates/showName': 'changes of an account',
  'documents/testKycUpload': 'tries of an hour',
  'enrollment/buy': 'one open payment for a course',
  'enrollment/withPlan': 'each course once',
  'identity/submitTier1': 'one waits at a time',
  'identity/submitTier2': 'one waits at a time',
  'identity/submitEnhanced': 'one waits at a time',
  'launches/submit': 'so many that wait, so many a day',
  'launches/answer': 'each question once',
  'launches/withdraw': 'each launch once',
  'learning/enroll': 'each course once',
  'learning/lesson': 'each lesson is handed out once',
  'learning/finish': 'each lesson once',
  'learning/beginQuiz': 'tries of a day',
  'learning/handIn': 'each try once',
  'learning/answerReview': 'each question on its day',
  'location/consent': 'consents of a day',
  'location/detect': 'so often in ten minutes',
  'location/dismissAlert': 'each alert once',
  'notices/read': 'each notice once',
  'notices/readAll': 'each notice once',
  'notices/setMarketing': 'consents of a day',
  'notices/stopPush': 'what was begun before, and that is counted',
  'payments/claim': 'each payment once, until staff send it back',
  'payments/claimMahoni': 'each payment once, until staff send it back',
  'payments/callOff': 'each payment once',
  'payments/receipt': 'a look of staff is one act a day',
  'programs/makeKey': 'changes of an account',
  'programs/rotateKey': 'changes of an account',
  'programs/endKey': 'each key once',
  'programs/addWebhook': 'changes of an account',
  'programs/rotateWebhook': 'changes of an account',
  'programs/resumeWebhook': 'changes of an account',
  'programs/removeWebhook': 'each webhook once',
  'programs/replayDelivery': 'changes of an account',
  'projects/handIn': 'one is under way at a time',
  'projects/appeal': 'each project once',
  'scamReports/submit': 'so many that wait, so many a day',
  'subscriptions/subscribe': 'one plan waits to be paid',
  'trading/placeBuyOrder': 'so many under way, so many a day',
  'trading/placeSellOrder': 'so many under way, so many a day',
  'trading/receipt': 'a look of staff is one act a day',
  'trading/claimPayment': 'each order once, until staff send it back',
  'trading/cancelOwn': 'each order once',
  'trading/choosePrice': 'each order once',
  'workshops/register': 'one place in a session',
  'workshops/wait': 'a pace, the one of lines',
  'workshops/leave': 'each place once',
  'workshops/move': 'each place moves once',
  'workshops/nameAwardWallet': 'changes of an account',
};

const asksNobody = await Promise.all(
  commands.map(async ({ path, act }) => act?.roles.length || (await call(path)).status !== 401),
);
/** Of everybody who is signed in: no member of staff is asked for, and no stranger may. */
const ofAnySession = commands.filter((_, at) => !asksNobody[at]).map(({ path }) => path);

test('every command of whoever is signed in only reads, or something bounds what it writes', () => {
  const listed = [...questions, ...Object.keys(paced), ...Object.keys(bounded)];
  expect(listed.filter((path, at) => listed.indexOf(path) !== at)).toEqual([]);
  expect(listed.toSorted()).toEqual(ofAnySession.toSorted());
});

test.each(Object.entries(paced))('%s: so many in a minute, and another goes on', async (path, { body, most }) => {
  const [one, another] = [await somebody(), await somebody()];
  const statuses: number[] = [];
  for (let n = 0; n < most; n++) statuses.push((await call(path, body, one.cookie)).status);
  expect(statuses).not.toContain(400);
  expect(statuses).not.toContain(429);
  expect(await call(path, body, one.cookie)).toMatchObject({ status: 429, body: { code: 'general.busy' } });
  expect((await call(path, body, another.cookie)).status).not.toBe(429);
});

test('who else is in an account does not keep its owner from defending it', async () => {
  const { cookie, email } = await somebody();
  const thief = await sessionFor(server, email);
  const starts = (whose: string) => call('accounts/startAuthenticator', undefined, whose);
  for (let n = 0; n < 120; n++) await starts(thief);
  expect((await starts(thief)).status).toBe(429);
  expect((await starts(cookie)).status).toBe(200);
});
