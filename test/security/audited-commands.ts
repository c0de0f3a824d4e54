import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../fakes/people.ts';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { storeToken } from '../../src/features/accounts/token-store.ts';
import { openMailer } from '../../src/platform/email/mail.ts';
import { bitcoinAddress, buildPayIn, buildSent, jumpPrice, requestChoice, sellFields, upload } from '../orders.ts';
import {
  enhancedForm,
  insertAccountLink,
  insertPendingSubmission,
  newCustomer,
  signUpFacts,
  tier1Form,
  tier2Form,
} from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import { createAccountTools, parseLinkToken } from './account-security.ts';
import { type Actor, createSession, type Scene } from './actors.ts';
import {
  agreeInput,
  buildReversalInput,
  createInputs,
  createOrderInputs,
  generateHash,
  noFunds,
  receivedOrder,
  rejectedItem,
  stoppedOrder,
} from './matrix-inputs.ts';
import { insertProposedNews, newsBodies } from './matrix-news.ts';
import { buildProgramCommands } from './matrix-programs.ts';
import { buildSystemCommands } from './matrix-system.ts';

export type SentCommand = { readonly cookie: string | undefined; readonly input?: unknown };
export type SentCommands = Readonly<Record<string, () => Promise<SentCommand>>>;

const newPassword = 'Canary-Pass-2026!';
function createCommandTools(server: TestServer) {
  const { owner, services } = server;
  const { createUser, createUserWithApp } = createAccountTools(server);
  const sendAsNewUser = async (input?: unknown) => ({ cookie: (await createUser()).cookie, input });
  const runJob = async (name: string, email: string) => {
    const jobs = accountsJobs(services, openMailer(services.config, services.pool));
    const tokenJob = jobs.find((job) => job.name === name);
    await (tokenJob?.run as ((data: object) => Promise<unknown>) | undefined)?.({ email });
    const { rows } = await owner.query('select links from demo_mails where to_address = $1 order by id desc', [email]);
    return parseLinkToken(rows[0]?.links);
  };
  const createUnverifiedUser = async () => {
    const { email } = await createUser();
    await owner.query('update auth."user" set "emailVerified" = false where email = $1', [email]);
    return email;
  };
  const insertPasskey = async (userId: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into auth.passkey (user_id, credential_id, public_key, counter, transports, name)
         values ($1, $2, 'x', 0, '{}', 'Laptop') returning id`,
      [userId, randomUUID()],
    );
    return rows[0]?.id;
  };
  const sendAsCompliance = async (input: object): Promise<SentCommand> => ({
    cookie: await createSession(server, 'compliance'),
    input,
  });
  async function createUnconfirmedApp() {
    const user = await createUserWithApp();
    await owner.query('update auth.authenticator set confirmed_at = null where user_id = $1', [user.id]);
    return { cookie: user.cookie, code: () => user.code(2) };
  }
  return {
    ...{ createUnconfirmedApp, createUnverifiedUser, createUser, createUserWithApp },
    ...{ insertPasskey, runJob, sendAsCompliance, sendAsNewUser },
  };
}

const asVisitor = (input: object): SentCommand => ({ cookie: undefined, input });

export function buildAccountCommands(server: TestServer): SentCommands {
  const { runJob, sendAsNewUser, createUser, createUnverifiedUser } = createCommandTools(server);
  return {
    'accounts/signUp': async () => asVisitor(person()),
    'accounts/verifyEmail': async () =>
      asVisitor({ token: await runJob('accounts.verification', await createUnverifiedUser()) }),
    'accounts/saveProfile': async () => {
      const { id, cookie } = await createUser();
      await server.owner.query(`update profiles set display_name = '' where id = $1`, [id]);
      return { cookie, input: { occupation: 'Teacher', isPep: false } };
    },
    'accounts/signIn': async () => asVisitor({ email: (await createUser()).email, password: demoPassword }),
    'accounts/signOut': () => sendAsNewUser(),
    'accounts/resetPassword': async () =>
      asVisitor({ token: await runJob('accounts.reset', (await createUser()).email), password: newPassword }),
    'accounts/changePassword': async () => {
      const { email, cookie } = await createUser();
      return { cookie, input: { email, currentPassword: demoPassword, newPassword } };
    },
    'accounts/closeAccount': async () => {
      const { email, cookie } = await createUser();
      return { cookie, input: { email, password: demoPassword, confirmed: true } };
    },
    'accounts/exportData': () => sendAsNewUser(),
    'accountPages/updateProfile': () => sendAsNewUser({ displayName: 'Another Name' }),
    'agreements/agree': () => sendAsNewUser(agreeInput),
    'location/consent': () => sendAsNewUser({ allow: false }),
  };
}

export function buildFactorCommands(server: TestServer): SentCommands {
  const { owner, services } = server;
  const { sendAsCompliance, insertPasskey, createUser, createUnconfirmedApp, createUserWithApp } =
    createCommandTools(server);
  return {
    ...buildProgramCommands(server),
    'accounts/endSession': async () => {
      const { email, id, cookie } = await createUser();
      await createSession(server, email);
      const { rows } = await owner.query(`select id from auth.session where "userId" = $1 order by id desc`, [id]);
      return { cookie, input: { id: rows[0].id } };
    },
    'accounts/endOtherSessions': async () => {
      const { email, cookie } = await createUser();
      await createSession(server, email);
      return { cookie };
    },
    'accounts/confirmAuthenticator': async () => {
      const { cookie, code } = await createUnconfirmedApp();
      return { cookie, input: { code: code() } };
    },
    'accounts/removeAuthenticator': async () => ({ cookie: (await createUserWithApp()).cookie }),
    'accounts/createRecoveryCodes': async () => ({ cookie: (await createUserWithApp()).cookie }),
    'accounts/renamePasskey': async () => {
      const { id, cookie } = await createUser();
      return { cookie, input: { id: await insertPasskey(id), name: 'Phone' } };
    },
    'accounts/removePasskey': async () => {
      const { id, cookie } = await createUser();
      return { cookie, input: { id: await insertPasskey(id) } };
    },
    'accounts/thisWasNotMe': async () => {
      const token = randomUUID().replaceAll('-', '').repeat(2);
      const about = { signedInAt: new Date(), browser: null };
      await storeToken(services.authDb, (await createUser()).email, { purpose: 'not_me', token, about });
      return { cookie: undefined, input: { token } };
    },
    'accounts/customerSessions': async () => sendAsCompliance({ userId: (await createUser()).id }),
    'accounts/endCustomerSessions': async () => sendAsCompliance({ userId: (await createUser()).id }),
    'accounts/unfreeze': async () => {
      const { id } = await createUser();
      await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);
      return sendAsCompliance({ userId: id, reasonCode: 'owner_proved' });
    },
  };
}

const person = () => ({ email: `${randomUUID()}@entries.test`, password: newPassword, ...signUpFacts });

export const sendAs =
  (scene: Scene) =>
  (actor: Actor, input: unknown): SentCommand => ({ cookie: scene.cookies[actor], input });

export function buildOrderCommands(server: TestServer, scene: Scene): SentCommands {
  const { insertAlert, uploadProof, requestQuote } = createInputs(server, scene);
  const by = sendAs(scene);
  return {
    'trading/placeBuyOrder': async () =>
      by('owner', {
        key: randomUUID(),
        quoteId: await requestQuote('owner', 'Buy'),
        network: 'bitcoin',
        walletAddress: bitcoinAddress,
        ...noFunds,
      }),
    'trading/placeSellOrder': async () =>
      by('owner', {
        key: randomUUID(),
        quoteId: await requestQuote('owner', 'Sell'),
        proofFile: await uploadProof('owner'),
        ...noFunds,
        ...sellFields('Tamara Kanariensis'),
      }),
    'trading/claimPayment': async () =>
      by('owner', {
        orderId: await scene.order({}),
        proofFile: (await upload(server, scene.cookies.owner ?? '')).body.id,
      }),
    'trading/choosePrice': async () => by('owner', await requestChoice(server, await scene.order({}))),
    'trading/cancelOwn': async () => by('owner', { orderId: await scene.order({}) }),
    'location/dismissAlert': async () => by('owner', { id: await insertAlert('owner') }),
  };
}

export function buildStaffCommands(server: TestServer, scene: Scene): SentCommands {
  const { withApproved, withReversal, copyOrderFor } = createOrderInputs(server, scene);
  const by = sendAs(scene);
  const sendOnOrder =
    (actor: Actor, options: Parameters<typeof copyOrderFor>[1], more: object = {}) =>
    async () =>
      by(actor, { orderId: await copyOrderFor('finance', options), note: '', ...more });
  const sendOnProposal =
    (kind: 'payout' | 'return', more: object = {}, by = scene.ids.preparer) =>
    async () => {
      const options = kind === 'payout' ? ({ ...receivedOrder, payOut: 'prepared' } as const) : stoppedOrder;
      const orderId = await copyOrderFor('finance', options);
      await scene.prepared(orderId, by, kind);
      return { cookie: scene.cookies.admin, input: { orderId, note: '', ...more } };
    };
  const sendApproved =
    (...params: Parameters<typeof withApproved>) =>
    async () =>
      by('finance', await withApproved(...params)('finance'));
  return {
    'desk/confirmReceived': async () =>
      by(
        'finance',
        buildPayIn(await copyOrderFor('finance', { payIn: 'claimed' }), { reference: `BANK-${randomUUID()}` }),
      ),
    'desk/recordExtra': async () =>
      by('finance', buildPayIn(await copyOrderFor('finance', receivedOrder), { reference: `BANK-${randomUUID()}` })),
    'desk/rejectClaim': sendOnOrder('finance', { payIn: 'claimed' }, { reasonCode: 'unreadable' }),
    'desk/startProcessing': sendOnOrder('finance', { payIn: 'received' }),
    'desk/preparePayout': sendOnOrder('finance', receivedOrder),
    'desk/approvePayout': sendOnProposal('payout'),
    'desk/sendBackPayout': sendOnProposal('payout', { reasonCode: 'amount_wrong' }),
    'desk/withdrawPayout': async () => {
      const { rows } = await server.owner.query(`select id from profiles where email = 'admin@demo.test'`);
      return sendOnProposal('payout', {}, rows[0].id)();
    },
    'desk/recordSent': sendApproved('payout', (orderId) => buildSent(orderId, generateHash())),
    'desk/fail': sendOnOrder('finance', receivedOrder, { reasonCode: 'our_mistake' }),
    'desk/cancel': sendOnOrder('finance', { payIn: 'claimed' }, { reasonCode: 'duplicate' }),
    'desk/prepareReturn': async () => {
      const orderId = await copyOrderFor('finance', stoppedOrder);
      return by('finance', { orderId, movementId: orderId, reasonCode: 'order_stopped' });
    },
    'desk/approveReturn': sendOnProposal('return'),
    'desk/declineReturn': sendOnProposal('return', { note: 'Not like this' }),
    'desk/recordReturned': sendApproved('return', (orderId) => buildSent(orderId, `BACK-${randomUUID()}`)),
    'desk/prepareUndo': sendApproved('payout', (orderId, proposalId) => ({
      orderId,
      ...buildReversalInput(proposalId),
    })),
    'desk/approveUndo': async () => by('admin', await withReversal('admin')),
    'desk/declineUndo': async () => by('admin', await withReversal('admin')),
    'desk/hold': sendOnOrder('compliance', { payIn: 'claimed' }, { reasonCode: 'unusual_pattern' }),
    'desk/release': sendOnOrder('compliance', { payIn: 'claimed', held: true }),
    'desk/order': async () => by('support', { orderId: await copyOrderFor('finance', { payIn: 'claimed' }) }),
    'desk/note': sendOnOrder('support', { payIn: 'claimed' }, { note: 'Called about it' }),
  };
}

export function buildReviewCommands(server: TestServer, scene: Scene): SentCommands {
  const { buildSubmissionInput, buildRole, proposeRole, proposeSetting } = createInputs(server, scene);
  const by = sendAs(scene);
  const sendDecision =
    (more: object = {}) =>
    async () =>
      by('compliance', { ...(await buildSubmissionInput(more)('owner')) });
  const sendForm = (form: (server: TestServer, userId: string) => Promise<object>) => async () => {
    const customer = await newCustomer(server);
    if (form === tier2Form) await insertTier1(customer.id);
    return { cookie: customer.cookie, input: await form(server, customer.id) };
  };
  const insertTier1 = (id: string) =>
    server.owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [id]);
  return {
    'identity/submitTier1': sendForm(tier1Form),
    'identity/submitTier2': sendForm(tier2Form),
    'identity/submitEnhanced': sendForm(enhancedForm),
    'identity/submission': async () =>
      by('support', { submissionId: await insertPendingSubmission(server, scene.ids.owner) }),
    'identity/decideItems': sendDecision({ items: [{ item: 'declaration', decision: 'accept' }] }),
    'identity/approve': sendDecision(),
    'identity/reject': sendDecision(rejectedItem),
    'identity/requestMoreInfo': sendDecision({ items: [{ item: 'declaration', reasonCode: 'more_detail' }] }),
    'identity/customers': async () => by('support', {}),
    'identity/customer': async () => by('support', { userId: scene.ids.owner }),
    'identity/customerOrders': async () => by('support', { userId: scene.ids.owner, before: randomUUID() }),
    'identity/links': async () => by('compliance', { userId: scene.ids.owner }),
    'identity/decideLink': async () =>
      by('compliance', {
        ...(await insertAccountLink(server, scene.ids.owner)),
        decision: 'join',
        note: 'Seen both faces',
      }),
    'identity/addNote': async () => by('support', { userId: scene.ids.owner, note: 'Called about it' }),
    'prices/acceptJump': async () => by('finance', await jumpPrice(server.owner)),
    'settings/propose': async () => {
      await server.owner.query(`delete from proposals where kind = 'setting'`);
      return by('finance', { key: 'fee', value: { basisPoints: 700 } });
    },
    'settings/decide': async () => by('finance', { proposalId: await proposeSetting(), decision: 'approve' }),
    ...buildSystemCommands(server, by),
    'news/propose': async () => by('finance', newsBodies['news/propose']),
    'news/decide': async () => by('finance', await insertProposedNews(server, scene)),
    'roles/propose': async () => by('admin', await buildRole()),
    'roles/decide': async () => by('compliance', { proposalId: await proposeRole(), decision: 'approve' }),
  };
}
