import { beforeEach, expect, test } from 'vitest';
import { linkTo, upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { openScene, sessionFor } from './actors.ts';
import { type Act, accountActs, deskActs, factorActs, matterActs, orderActs } from './audit-acts.ts';
import { moneyActs } from './audit-money.ts';
import { commands } from './commands.ts';
import { bankLineActsOf } from './matrix-bank-lines.ts';
import { complianceActs, doneAgain, withoutEntry } from './matrix-compliance.ts';
import { launchesWithoutEntry } from './matrix-launches.ts';
import { noticesWithoutEntry } from './matrix-notices.ts';
import { paymentActsOf } from './matrix-payments.ts';
import { programsTwice } from './matrix-programs.ts';
import { riskLines } from './matrix-risk.ts';
import { scamQuestions, scamTwice } from './matrix-scam-desk.ts';
import { screeningLines } from './matrix-screening.ts';

/** Each change of state has exactly one entry in the log; what is refused has none. */
const server = await serverWithoutFaults();
const scene = await openScene(server);
const { call, owner } = server;

/** What changes nothing that the log is about, and why. */
const without: Readonly<Record<string, string>> = {
  ...withoutEntry,
  ...launchesWithoutEntry,
  ...noticesWithoutEntry,
  'accounts/resendVerification': 'a mail; the account stays as it is',
  'accounts/requestPasswordReset': 'a mail; the account stays as it is',
  'accounts/secondStep': 'a question',
  'accounts/confirmSignIn': 'the sign-in behind it is tried in second-step.test.ts',
  'accounts/signInWithPasskey': 'the sign-in behind it needs a real authenticator: account-security.e2e.ts',
  'accounts/registerPasskey': 'needs a real authenticator: account-security.e2e.ts',
  'accounts/passkeyOptions': 'draws a challenge',
  'accounts/newPasskeyOptions': 'draws a challenge',
  'accounts/startAuthenticator': 'a secret that is not in use yet',
  'accounts/confirmAgain': 'who is there proves it again; a recovery code used for it has its entry',
  ...Object.fromEntries(['confirmWays', 'viewer', 'demoPeople'].map((asked) => [`accounts/${asked}`, 'a question'])),
  'accounts/security': 'a question about oneself',
  ...Object.fromEntries(
    ['overview', 'profile', 'subscription', 'portfolio'].map((asked) => [`accountPages/${asked}`, 'a question']),
  ),
  'agreements/due': 'a question about oneself',
  'audit/list': 'the log itself',
  'audit/about': 'the log itself',
  'documents/link': 'a link; opening the file has its entry, below',
  'documents/testKycUpload': 'a file that is gone at once',
  'documents/testStorage': 'a file that is gone at once',
  'identity/own': 'a question about oneself',
  'identity/enhancedPreview': 'a question',
  'identity/queue': 'names and tiers; a file is opened by identity/submission and identity/customer',
  'location/own': 'a question about oneself',
  'location/detect': 'where somebody is: kept apart from the log, which could never forget it',
  'cards/pending': 'a question about oneself',
  'cardsDesk/listOpen': 'a question',
  'payments/listOwn': 'a question about oneself',
  'payments/showOwn': 'a question about oneself',
  'payments/receipt': 'a look of staff is one act a day',
  'paymentPages/standing': 'a question about oneself',
  'payments/ways': 'a question',
  'paymentsDesk/queue': 'a question',
  'paymentsDesk/count': 'a question',
  'subscriptions/own': 'a question about oneself',
  'appropriateness/lesson': 'a question',
  'appropriateness/begin': 'what somebody learns stands in its own tables, each step once',
  'appropriateness/handIn': 'what somebody learns stands in its own tables, each step once',
  'classes/notes': 'a question about oneself',
  'classes/wantMails': 'a wish about mails to oneself, which stands in its own row',
  'classesDesk/courses': 'a question: numbers, of nobody in particular',
  'certificates/own': 'a question about oneself',
  'authoring/courses': 'a question',
  'authoring/course': 'a question',
  'authoring/save': 'what somebody is writing; what is published of it has its entry',
  'authoring/check': 'a question',
  'authoring/preview': 'a question',
  'authoring/figures': 'a question: numbers, of nobody in particular',
  'scamReports/look': 'a question',
  'scamReports/own': 'a question about oneself',
  'scamReports/draft': 'a question about oneself',
  'scamReports/keepDraft': 'what somebody is writing',
  'projects/own': 'a question about oneself',
  'projects/keepDraft': 'what somebody is writing',
  'projects/handIn': 'what somebody learns stands in its own tables, each step once',
  'projects/appeal': 'what somebody learns stands in its own tables, each step once',
  'projectsDesk/submissions': 'a question',
  ...scamQuestions,
  'projectsDesk/count': 'a question',
  'projectsDesk/submission': 'a question: what they handed in to be read',
  'certificates/verify': 'a question of anybody',
  'certificates/ofCustomer': 'a part of the page of a customer, whose reading is written down',
  'appropriateness/record': 'a part of the page of a customer, whose reading is written down',
  'enrollmentDesk/ofCustomer': 'a part of the page of a customer, whose reading is written down',
  'learning/courses': 'a question',
  'learning/course': 'a question',
  'learning/own': 'a question about oneself',
  'learning/progress': 'a question about oneself',
  'learning/lesson': 'what somebody reads: when it was handed out stands in its own table',
  'learning/answer': 'what somebody learns stands in its own tables, each step once',
  'learning/keepPlace': 'where somebody stopped reading',
  'learning/finish': 'what somebody learns stands in its own tables, each step once',
  'learning/beginQuiz': 'what somebody learns stands in its own tables, each step once',
  'learning/handIn': 'what somebody learns stands in its own tables, each step once',
  'learning/reviews': 'a question about oneself',
  'learning/answerReview': 'what somebody learns stands in its own tables, each step once',
  'enrollment/withPlan': 'what a plan includes, which stands in its own table',
  'learning/enroll': 'a free course, which stands in its own table',
  'workshops/own': 'a question about oneself',
  'workshops/list': 'a question',
  'workshopsDesk/sessions': 'a question',
  'workshopsDesk/session': 'a question',
  'workshopsDesk/awards': 'names as on tickets and their wallets, for whoever sends to them',
  'workshopsDesk/people': 'names as on tickets, for whoever stands at the door',
  'prices/list': 'a question',
  'prices/history': 'a question',
  'prices/jumps': 'a question',
  'prices/refresh': 'public figures',
  'prices/test': 'a question',
  'roles/list': 'a question',
  'system/show': 'a question',
  'settings/publicTerms': 'a question',
  'letters/list': 'a question',
  'letters/show': 'a question',
  'news/list': 'a question',
  'approvals/rejected': 'a question',
  'settings/list': 'a question',
  'settings/history': 'a question',
  'desk/wallet': 'what screening found, a part of the order',
  'trading/limits': 'a question about oneself',
  'trading/addressUsed': 'a question about oneself',
  'trading/quoteBuy': 'an offer that lapses in minutes; taken, it is in the entry of the order',
  'trading/quoteSell': 'an offer that lapses in minutes; taken, it is in the entry of the order',
  'trading/sellWallet': 'a question',
  'trading/keepSellDraft': 'half a form',
  'trading/sellDraft': 'half a form',
  'trading/list': 'a question about oneself',
  'trading/counts': 'a question about oneself',
  'trading/show': 'a question about oneself',
  'trading/receipt': 'a question about oneself; that staff leave an entry is tried in looks.test.ts',
  'desk/queue': 'a question',
  'bankLines/list': 'a question',
  'bankLines/count': 'a question',
  'bankLines/find': 'a question',
  'bankLines/formats': 'a question',
  'unassigned/list': 'a question',
  'unassigned/count': 'a question',
  'risk/ruleSets': 'a question',
  'risk/ruleSet': 'a question',
  'risk/draft': 'a question',
  'risk/tryDraft': 'tries, and changes nothing',
  'risk/assessments': 'a question',
  'screening/lists': 'a question',
  'screening/hits': 'a question',
};

/** A list is brought in, not only tried. */
const inEarnest = (input: unknown) =>
  typeof input === 'object' && input !== null && 'tryOnly' in input ? { ...input, tryOnly: false } : input;

/** What the matrix of rights tries rules and lists on, done by compliance. */
const ofCompliance = Object.entries({ ...riskLines(server, scene), ...screeningLines(server, scene) })
  .filter(([path]) => !Object.hasOwn(without, path))
  .map(([path, line]): [string, () => Promise<Act>] => [
    path,
    async () => ({
      cookie: scene.cookies.compliance,
      input: inEarnest('input' in line ? await line.input?.('compliance') : undefined),
    }),
  ]);
const acts = {
  ...accountActs(server),
  ...factorActs(server),
  ...orderActs(server, scene),
  ...deskActs(server, scene),
  ...moneyActs(server, scene),
  ...bankLineActsOf(server, scene),
  ...paymentActsOf(server, scene),
  ...matterActs(server, scene),
  ...complianceActs(server, scene),
  ...Object.fromEntries(ofCompliance),
};

const paths = commands.map(({ path }) => path);
const entries = async () => (await owner.query<{ n: number }>('select count(*)::int n from audit_log')).rows[0]?.n ?? 0;
const newest = async () => (await owner.query('select * from audit_log order by id desc limit 1')).rows[0];

beforeEach(async () => {
  server.setTime(null);
  await owner.query('truncate rate_limits');
});

test('every command of the product leaves its entry here, or says why it leaves none', () => {
  const listed = [...Object.keys(acts), ...Object.keys(without)];
  expect(listed.filter((path, n) => listed.indexOf(path) !== n)).toEqual([]);
  expect(paths.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path) => !paths.includes(path))).toEqual([]);
});

/** Doing the same twice is a success that changes nothing more, or another change. */
const twice: readonly string[] = [
  ...[...doneAgain, ...programsTwice],
  'accounts/signIn',
  'accounts/signUp',
  'accounts/exportData',
  'accounts/newCodes',
  'accounts/renamePasskey',
  'accounts/customerSessions',
  'accounts/endCustomerSessions',
  'accounts/endOtherSessions',
  'accountPages/updateProfile',
  'agreements/agree',
  'authoring/make',
  'location/consent',
  'location/dismissAlert',
  'certificates/claim',
  'certificates/showName',
  'classesDesk/write',
  'cards/start',
  'subscriptions/subscribe',
  'workshops/register',
  'enrollment/buy',
  'launches/submit',
  'launchesDesk/mark',
  'paymentsDesk/show',
  'workshopsDesk/make',
  'workshops/nameAwardWallet',
  'workshopsDesk/checkIn',
  'trading/placeBuyOrder',
  'trading/placeSellOrder',
  'trading/claimPayment',
  ...['desk/note', 'news/propose', 'identity/links'],
  ...scamTwice,
  'desk/order',
  ...['submitTier1', 'submitTier2', 'submitEnhanced', 'submission', 'decideItems'].map((act) => `identity/${act}`),
  ...['askMore', 'approve', 'customer', 'customers', 'customerOrders', 'addNote'].map((act) => `identity/${act}`),
  'accounts/signOut',
  'risk/saveDraft',
  'screening/importLocal',
  'bankLines/keepFormat',
  'bankLines/upload',
];

test.each(Object.entries(acts))('%s: one entry when it is done, none when it is refused', async (path, make) => {
  const { cookie, input } = await make();
  const before = await entries();
  const refused: number[] = [];
  if (cookie) refused.push((await call(path, input, path === 'accounts/signOut' ? cookie : undefined)).status);
  if (path === 'accounts/signOut') return expect(await entries()).toBe(before + 1);
  const hostile = { ...(input as object), nobodyAsked: true };
  if (input) refused.push((await call(path, hostile, cookie)).status);
  expect(refused.filter((status) => status < 400)).toEqual([]);
  expect(await entries()).toBe(before);

  const done = await call(path, input, cookie);
  expect([path, done.status, done.body]).toEqual([path, 200, done.body]);
  expect(await entries()).toBe(before + 1);
  const line = await newest();
  expect(line.action).toMatch(/^[a-z_]+\.[a-zA-Z_]+$/);
  expect(line.actor_role).not.toBe('');
  expect(line.subject_id).not.toBe('');
  if (path !== 'accounts/resetPassword') expect(line.request_id).toBeTruthy();

  if (twice.includes(path)) return;
  const again = await call(path, input, cookie);
  expect([path, 'again', again.status >= 400]).toEqual([path, 'again', true]);
  expect(await entries()).toBe(before + 1);
});

test('a paper that comes, and each look at it by staff, has one entry; a look at one’s own has none', async () => {
  const [mine, staff] = [scene.cookies.owner ?? '', scene.cookies.support ?? ''];
  const before = await entries();
  const { body } = await upload(server, mine);
  expect(await entries()).toBe(before + 1);
  const look = async (cookie: string) => {
    const url = await linkTo(server, cookie, body.id);
    return (await server.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
  };
  expect(await look(mine)).toBe(200);
  expect(await entries()).toBe(before + 1);
  for (const n of [1, 2]) {
    expect(await look(staff)).toBe(200);
    expect(await entries()).toBe(before + 1 + n);
  }
  expect(await newest()).toMatchObject({ action: 'documents.file_viewed', about_id: scene.ids.owner });
  expect(await look(scene.cookies.other ?? '')).toBe(404);
  expect(await entries()).toBe(before + 3);
});

test('that somebody took the log away is in the log', async () => {
  const before = await entries();
  const get = async (name: string) => {
    const headers = { cookie: await sessionFor(server, name) };
    return server.app.inject({ method: 'GET', url: '/api/audit.ndjson', headers });
  };
  expect((await get('finance')).statusCode).toBe(403);
  expect(await entries()).toBe(before);
  expect((await get('admin')).statusCode).toBe(200);
  expect(await entries()).toBe(before + 1);
  expect(await newest()).toMatchObject({ action: 'audit.exported', actor_role: 'admin' });
});
