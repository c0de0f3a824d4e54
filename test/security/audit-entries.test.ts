import { beforeEach, expect, test } from 'vitest';
import { requestFileUrl, upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createScene, createSession } from './actors.ts';
import {
  buildAccountCommands,
  buildFactorCommands,
  buildOrderCommands,
  buildReviewCommands,
  buildStaffCommands,
  type SentCommand,
} from './audited-commands.ts';
import { buildMoneyCommands } from './audited-money-commands.ts';
import { commands } from './commands.ts';
import { buildBankLineCommands } from './matrix-bank-lines.ts';
import { buildComplianceCommands, repeatableCompliance, withoutEntry } from './matrix-compliance.ts';
import { helpWithoutEntry, repeatableHelp } from './matrix-help.ts';
import { launchesWithoutEntry } from './matrix-launches.ts';
import { noticesWithoutEntry } from './matrix-notices.ts';
import { buildPaymentCommands } from './matrix-payments.ts';
import { repeatablePrograms } from './matrix-programs.ts';
import { buildRiskRows } from './matrix-risk.ts';
import { repeatableScams, scamQueries } from './matrix-scam-staff.ts';
import { buildScreeningRows } from './matrix-screening.ts';
import { repeatableTrading, tradingWithoutEntry } from './matrix-trading.ts';

/** Each command that changes something writes exactly one audit entry; a refused command writes none. */
const server = await serverWithoutFaults();
const scene = await createScene(server);
const { call, owner } = server;

const unauditedCommands: Readonly<Record<string, string>> = {
  ...withoutEntry,
  ...helpWithoutEntry,
  ...launchesWithoutEntry,
  ...noticesWithoutEntry,
  'accounts/resendVerification': 'an email; the account is unchanged',
  'accounts/requestPasswordReset': 'an email; the account is unchanged',
  'accounts/secondStep': 'a query',
  'accounts/confirmSignIn': 'its sign-in is tested in second-step.test.ts',
  'accounts/signInWithPasskey': 'its sign-in needs a real authenticator: account-security.e2e.ts',
  'accounts/registerPasskey': 'needs a real authenticator: account-security.e2e.ts',
  'accounts/passkeyOptions': 'creates a challenge',
  'accounts/newPasskeyOptions': 'creates a challenge',
  'accounts/startAuthenticator': 'a secret that is not in use yet',
  'accounts/reauthenticate': 'a repeated proof; a recovery code used for it has its entry',
  ...Object.fromEntries(['reauthMethods', 'viewer', 'signInOptions'].map((name) => [`accounts/${name}`, 'a query'])),
  'accounts/security': 'a query about oneself',
  ...Object.fromEntries(
    ['overview', 'profile', 'subscription', 'coins', 'portfolio'].map((name) => [`accountPages/${name}`, 'a query']),
  ),
  'agreements/due': 'a query about oneself',
  ...{ 'audit/list': 'the log itself', 'audit/about': 'the log itself' },
  'documents/link': 'a link; opening the file has its entry, below',
  'documents/testKycUpload': 'a file that is deleted immediately',
  'documents/testStorage': 'a file that is deleted immediately',
  'identity/own': 'a query about oneself',
  'identity/enhancedPreview': 'a query',
  'identity/queue': 'names and tiers; a file is opened by identity/submission and identity/customer',
  'location/own': 'a query about oneself',
  'location/detect': 'a location: stored outside the log, which is never erased',
  'cards/pending': 'a query about oneself',
  'cardsDesk/listOpen': 'a query',
  'payments/listOwn': 'a query about oneself',
  'payments/showOwn': 'a query about oneself',
  'payments/receipt': 'a view by staff has one entry a day',
  'paymentPages/status': 'a query about oneself',
  'payments/methods': 'a query',
  'paymentsDesk/queue': 'a query',
  'paymentsDesk/count': 'a query',
  'subscriptions/own': 'a query about oneself',
  'appropriateness/lesson': 'a query',
  'appropriateness/start': 'learning progress has its own tables, each step once',
  'appropriateness/submit': 'learning progress has its own tables, each step once',
  'certificates/own': 'a query about oneself',
  'authoring/courses': 'a query',
  'authoring/course': 'a query',
  'authoring/save': 'a draft; publishing it has its entry',
  'authoring/check': 'a query',
  'authoring/preview': 'a query',
  'scamReports/lookUp': 'a query',
  'scamReports/own': 'a query about oneself',
  'scamReports/draft': 'a query about oneself',
  'scamReports/saveDraft': 'a draft',
  'projects/own': 'a query about oneself',
  'projects/saveDraft': 'a draft',
  'projects/submit': 'learning progress has its own tables, each step once',
  'projects/appeal': 'learning progress has its own tables, each step once',
  'projectsDesk/submissions': 'a query',
  ...scamQueries,
  'projectsDesk/count': 'a query',
  'projectsDesk/submission': 'a query: a submission to be graded',
  'certificates/verify': 'a public query',
  'certificates/ofCustomer': 'part of the customer page, which has an entry per view',
  'appropriateness/record': 'part of the customer page, which has an entry per view',
  'enrollmentDesk/ofCustomer': 'part of the customer page, which has an entry per view',
  'learning/courses': 'a query',
  'learning/course': 'a query',
  'learning/own': 'a query about oneself',
  'learning/progress': 'a query about oneself',
  'learning/lesson': 'reading; the time of opening is in its own table',
  'learning/answer': 'learning progress has its own tables, each step once',
  'learning/savePlace': 'the reading position',
  'learning/finish': 'learning progress has its own tables, each step once',
  'learning/startQuiz': 'learning progress has its own tables, each step once',
  'learning/submitQuiz': 'learning progress has its own tables, each step once',
  'learning/reviews': 'a query about oneself',
  'learning/answerReview': 'learning progress has its own tables, each step once',
  'enrollment/withPlan': 'included in a plan, which has its own table',
  'learning/enroll': 'a free course, which has its own table',
  'workshops/own': 'a query about oneself',
  'workshops/list': 'a query',
  'workshopsDesk/sessions': 'a query',
  'workshopsDesk/session': 'a query',
  'workshopsDesk/awards': 'names and wallets, for the staff who send awards',
  'workshopsDesk/people': 'names as on tickets, for check-in',
  'prices/list': 'a query',
  'prices/history': 'a query',
  'prices/jumps': 'a query',
  'prices/refresh': 'public figures',
  'prices/test': 'a query',
  'roles/list': 'a query',
  'system/show': 'a query',
  'announcements/list': 'a query',
  'settings/publicTerms': 'a query',
  'news/list': 'a query',
  'approvals/rejected': 'a query',
  'settings/list': 'a query',
  'settings/history': 'a query',
  'desk/wallet': 'screening results, part of the order',
  'trading/limits': 'a query about oneself',
  'trading/addressUsed': 'a query about oneself',
  ...tradingWithoutEntry,
  'trading/quoteBuy': 'an offer that expires in minutes; the entry of its order contains it',
  'trading/quoteSell': 'an offer that expires in minutes; the entry of its order contains it',
  'trading/sellWallet': 'a query',
  'trading/saveSellDraft': 'a draft',
  'trading/sellDraft': 'a draft',
  'trading/list': 'a query about oneself',
  'trading/counts': 'a query about oneself',
  'trading/show': 'a query about oneself',
  'trading/receipt': 'a query about oneself; entries of staff are tested in security-events.test.ts',
  'desk/queue': 'a query',
  'bankLines/batch': 'a query',
  'bankLines/list': 'a query',
  'bankLines/count': 'a query',
  'bankLines/find': 'a query',
  'bankLines/formats': 'a query',
  'unallocated/list': 'a query',
  'unallocated/count': 'a query',
  'risk/ruleSets': 'a query',
  'risk/backtest': 'a trial without changes',
  'risk/assessments': 'a query',
  'screening/lists': 'a query',
  'screening/hits': 'a query',
};

const disableDryRun = (input: unknown) =>
  typeof input === 'object' && input !== null && 'tryOnly' in input ? { ...input, tryOnly: false } : input;

const complianceCommands = Object.entries({ ...buildRiskRows(server, scene), ...buildScreeningRows(server, scene) })
  .filter(([path]) => !Object.hasOwn(unauditedCommands, path))
  .map(([path, entry]): [string, () => Promise<SentCommand>] => [
    path,
    async () => ({
      cookie: scene.cookies.compliance,
      input: disableDryRun('input' in entry ? await entry.input?.('compliance') : undefined),
    }),
  ]);
const sentCommands = {
  ...buildAccountCommands(server),
  ...buildFactorCommands(server),
  ...buildOrderCommands(server, scene),
  ...buildStaffCommands(server, scene),
  ...buildMoneyCommands(server, scene),
  ...buildBankLineCommands(server, scene),
  ...buildPaymentCommands(server, scene),
  ...buildReviewCommands(server, scene),
  ...buildComplianceCommands(server, scene),
  ...Object.fromEntries(complianceCommands),
};

const paths = commands.map(({ path }) => path);
const countEntries = async () =>
  (await owner.query<{ n: number }>('select count(*)::int n from audit_log')).rows[0]?.n ?? 0;
const findNewestEntry = async () => (await owner.query('select * from audit_log order by id desc limit 1')).rows[0];

beforeEach(async () => {
  server.setTime(null);
  await owner.query('truncate rate_limits');
});

test('every command writes an audit entry or is listed with a reason', () => {
  const listed = [...Object.keys(sentCommands), ...Object.keys(unauditedCommands)];
  expect(listed.filter((path, n) => listed.indexOf(path) !== n)).toEqual([]);
  expect(paths.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path) => !paths.includes(path))).toEqual([]);
});

/** Commands that succeed again, because they change nothing more or make another change. */
const repeatableCommands: readonly string[] = [
  ...[...repeatableCompliance, ...repeatablePrograms],
  'accounts/signIn',
  'accounts/signUp',
  'accounts/exportData',
  'accounts/createRecoveryCodes',
  'accounts/renamePasskey',
  'accounts/customerSessions',
  'accounts/endCustomerSessions',
  'accounts/endOtherSessions',
  'accountPages/updateProfile',
  'agreements/agree',
  'authoring/create',
  'location/consent',
  'location/dismissAlert',
  'certificates/claim',
  'certificates/showName',
  'cards/start',
  'subscriptions/subscribe',
  'workshops/register',
  'enrollment/buy',
  'launches/submit',
  'paymentsDesk/show',
  'workshopsDesk/create',
  'workshops/nameAwardWallet',
  'workshopsDesk/checkIn',
  ...repeatableTrading,
  ...['desk/note', 'news/propose', 'announcements/publish', 'identity/links', 'discountsDesk/checkHolding'],
  ...repeatableScams,
  ...repeatableHelp,
  'desk/order',
  ...['submitTier1', 'submitTier2', 'submitEnhanced', 'submission', 'decideItems'].map((act) => `identity/${act}`),
  ...['requestMoreInfo', 'approve', 'customer', 'customers', 'customerOrders', 'addNote'].map(
    (act) => `identity/${act}`,
  ),
  'accounts/signOut',
  'screening/importLocal',
  ...['saveFormat', 'upload', 'startBatch'].map((act) => `bankLines/${act}`),
];

test.each(Object.entries(sentCommands))('%s: success writes one entry, a refusal none', async (path, build) => {
  const { cookie, input } = await build();
  const before = await countEntries();
  const refused: number[] = [];
  if (cookie) refused.push((await call(path, input, path === 'accounts/signOut' ? cookie : undefined)).status);
  if (path === 'accounts/signOut') return expect(await countEntries()).toBe(before + 1);
  const invalid = { ...(input as object), unknownField: true };
  if (input) refused.push((await call(path, invalid, cookie)).status);
  expect(refused.filter((status) => status < 400)).toEqual([]);
  expect(await countEntries()).toBe(before);

  const done = await call(path, input, cookie);
  expect([path, done.status, done.body]).toEqual([path, 200, done.body]);
  expect(await countEntries()).toBe(before + 1);
  const entry = await findNewestEntry();
  expect(entry.action).toMatch(/^[a-z_]+\.[a-zA-Z_]+$/);
  expect(entry.actor_role).not.toBe('');
  expect(entry.subject_id).not.toBe('');
  if (path !== 'accounts/resetPassword') expect(entry.request_id).toBeTruthy();

  if (repeatableCommands.includes(path)) return;
  const again = await call(path, input, cookie);
  expect([path, 'again', again.status >= 400]).toEqual([path, 'again', true]);
  expect(await countEntries()).toBe(before + 1);
});

test('uploading a document and viewing it as staff write one entry each; viewing one’s own writes none', async () => {
  const [own, staff] = [scene.cookies.owner ?? '', scene.cookies.support ?? ''];
  const before = await countEntries();
  const { body } = await upload(server, own);
  expect(await countEntries()).toBe(before + 1);
  const viewFile = async (cookie: string) => {
    const url = await requestFileUrl(server, cookie, body.id);
    return (await server.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
  };
  expect(await viewFile(own)).toBe(200);
  expect(await countEntries()).toBe(before + 1);
  for (const n of [1, 2]) {
    expect(await viewFile(staff)).toBe(200);
    expect(await countEntries()).toBe(before + 1 + n);
  }
  expect(await findNewestEntry()).toMatchObject({ action: 'documents.file_viewed', about_id: scene.ids.owner });
  expect(await viewFile(scene.cookies.other ?? '')).toBe(404);
  expect(await countEntries()).toBe(before + 3);
});

test('exporting the audit log writes an entry', async () => {
  const before = await countEntries();
  const exportLog = async (name: string) => {
    const headers = { cookie: await createSession(server, name) };
    return server.app.inject({ method: 'GET', url: '/api/audit.ndjson', headers });
  };
  expect((await exportLog('finance')).statusCode).toBe(403);
  expect(await countEntries()).toBe(before);
  expect((await exportLog('admin')).statusCode).toBe(200);
  expect(await countEntries()).toBe(before + 1);
  expect(await findNewestEntry()).toMatchObject({ action: 'audit.exported', actor_role: 'admin' });
});
