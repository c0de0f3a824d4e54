import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../fakes/people.ts';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { keepToken } from '../../src/features/accounts/token-store.ts';
import { openMailer } from '../../src/platform/mail.ts';
import { askedForChoice, bitcoinAddress, cameIn, jumpedPrice, sellFields, upload, wasSent } from '../orders.ts';
import {
  enhancedForm,
  linkOf,
  newCustomer,
  pendingSubmission,
  signUpFacts,
  tier1Form,
  tier2Form,
} from '../submissions.ts';
import { givenUpWork } from '../system.ts';
import type { TestServer } from '../worker.ts';
import { accountsOf, tokenIn } from './account-security.ts';
import { type Actor, type Scene, sessionFor } from './actors.ts';
import {
  agreeing,
  faulted,
  inHand,
  mattersOn,
  noFunds,
  ordersOn,
  someHash,
  stopped,
  undoing,
} from './matrix-inputs.ts';
import { soundLetters, wordsOn } from './matrix-letters.ts';
import { programActs } from './matrix-programs.ts';

/** One act that succeeds, by whom and with what. Made anew each time; `again` is refused when it is done twice. */
export type Act = { readonly cookie: string | undefined; readonly input?: unknown };
export type Acts = Readonly<Record<string, () => Promise<Act>>>;

const newPassword = 'Canary-Pass-2026!';

/** What those acts are done with: somebody new, a token out of a mail, a passkey. */
function handsOf(server: TestServer) {
  const { owner, services } = server;
  const { somebody, withApp } = accountsOf(server);
  const mine = async (input?: unknown) => ({ cookie: (await somebody()).cookie, input });
  const job = async (name: string, email: string) => {
    const found = accountsJobs(services, openMailer(services.config, services.pool)).find((one) => one.name === name);
    await (found?.run as ((data: object) => Promise<unknown>) | undefined)?.({ email });
    const { rows } = await owner.query('select links from demo_mails where to_address = $1 order by id desc', [email]);
    return tokenIn(rows[0]?.links);
  };
  const unverified = async () => {
    const { email } = await somebody();
    await owner.query('update auth."user" set "emailVerified" = false where email = $1', [email]);
    return email;
  };
  const passkeyOf = async (userId: string) =>
    (
      await owner.query<{ id: string }>(
        `insert into auth.passkey (user_id, credential_id, public_key, counter, transports, name)
         values ($1, $2, 'x', 0, '{}', 'Laptop') returning id`,
        [userId, randomUUID()],
      )
    ).rows[0]?.id;
  async function byCompliance(input: object): Promise<Act> {
    return { cookie: await sessionFor(server, 'compliance'), input };
  }

  /** Somebody whose authenticator app is laid down and not in use yet. */
  async function unconfirmed() {
    const held = await withApp();
    await owner.query('update auth.authenticator set confirmed_at = null where user_id = $1', [held.id]);
    return { cookie: held.cookie, code: () => held.code(2) };
  }
  return { byCompliance, job, mine, passkeyOf, somebody, unconfirmed, unverified, withApp };
}

/** Everything that opens, closes or changes an account, done to accounts of their own. */
export function accountActs(server: TestServer): Acts {
  const { job, mine, somebody, unverified } = handsOf(server);
  return {
    'accounts/signUp': async () => ({ cookie: undefined, input: person() }),
    'accounts/verifyEmail': async () => ({
      cookie: undefined,
      input: { token: await job('accounts.verification', await unverified()) },
    }),
    'accounts/signIn': async () => ({
      cookie: undefined,
      input: { email: (await somebody()).email, password: demoPassword },
    }),
    'accounts/signOut': () => mine(),
    'accounts/resetPassword': async () => ({
      cookie: undefined,
      input: { token: await job('accounts.reset', (await somebody()).email), password: newPassword },
    }),
    'accounts/changePassword': async () => {
      const { email, cookie } = await somebody();
      return { cookie, input: { email, currentPassword: demoPassword, newPassword } };
    },
    'accounts/closeAccount': async () => {
      const { email, cookie } = await somebody();
      return { cookie, input: { email, password: demoPassword, confirmed: true } };
    },
    'accounts/exportData': () => mine(),
    'accountPages/updateProfile': () => mine({ displayName: 'Somebody Else' }),
    'agreements/agree': () => mine(agreeing),
    'location/consent': () => mine({ allow: false }),
  };
}

/** Sessions, factors and keys of programs, and what staff do about them. */
export function factorActs(server: TestServer): Acts {
  const { owner, services } = server;
  const { byCompliance, passkeyOf, somebody, unconfirmed, withApp } = handsOf(server);
  return {
    ...programActs(server),
    'accounts/endSession': async () => {
      const { email, id, cookie } = await somebody();
      await sessionFor(server, email);
      const { rows } = await owner.query(`select id from auth.session where "userId" = $1 order by id desc`, [id]);
      return { cookie, input: { id: rows[0].id } };
    },
    'accounts/endOtherSessions': async () => {
      const { email, cookie } = await somebody();
      await sessionFor(server, email);
      return { cookie };
    },
    'accounts/confirmAuthenticator': async () => {
      const { cookie, code } = await unconfirmed();
      return { cookie, input: { code: code() } };
    },
    'accounts/removeAuthenticator': async () => ({ cookie: (await withApp()).cookie }),
    'accounts/newCodes': async () => ({ cookie: (await withApp()).cookie }),
    'accounts/renamePasskey': async () => {
      const { id, cookie } = await somebody();
      return { cookie, input: { id: await passkeyOf(id), name: 'Phone' } };
    },
    'accounts/removePasskey': async () => {
      const { id, cookie } = await somebody();
      return { cookie, input: { id: await passkeyOf(id) } };
    },
    'accounts/thisWasNotMe': async () => {
      const token = randomUUID().replaceAll('-', '').repeat(2);
      const about = { signedInAt: new Date(), browser: null };
      await keepToken(services.authDb, (await somebody()).email, { purpose: 'not_me', token, about });
      return { cookie: undefined, input: { token } };
    },
    'accounts/customerSessions': async () => byCompliance({ userId: (await somebody()).id }),
    'accounts/endCustomerSessions': async () => byCompliance({ userId: (await somebody()).id }),
    'accounts/unfreeze': async () => {
      const { id } = await somebody();
      await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);
      return byCompliance({ userId: id, reasonCode: 'owner_proved' });
    },
  };
}

const person = () => ({
  email: `${randomUUID()}@entries.test`,
  password: newPassword,
  ...signUpFacts,
});

export const asWho =
  (scene: Scene) =>
  (actor: Actor, input: unknown): Act => ({ cookie: scene.cookies[actor], input });

/** What customers do with their orders. */
export function orderActs(server: TestServer, scene: Scene): Acts {
  const { alertOf, proofOf, quoted } = mattersOn(server, scene);
  const by = asWho(scene);
  return {
    'trading/placeBuyOrder': async () =>
      by('owner', {
        key: randomUUID(),
        quoteId: await quoted('owner', 'Buy'),
        network: 'bitcoin',
        walletAddress: bitcoinAddress,
        ...noFunds,
      }),
    'trading/placeSellOrder': async () =>
      by('owner', {
        key: randomUUID(),
        quoteId: await quoted('owner', 'Sell'),
        proofFile: await proofOf('owner'),
        ...noFunds,
        ...sellFields('Tamara Kanariensis'),
      }),
    'trading/claimPayment': async () =>
      by('owner', {
        orderId: await scene.order({}),
        proofFile: (await upload(server, scene.cookies.owner ?? '')).body.id,
      }),
    'trading/choosePrice': async () => by('owner', await askedForChoice(server, await scene.order({}))),
    'trading/cancelOwn': async () => by('owner', { orderId: await scene.order({}) }),
    'location/dismissAlert': async () => by('owner', { id: await alertOf('owner') }),
  };
}

/** What the desk does with them. */
export function deskActs(server: TestServer, scene: Scene): Acts {
  const { onApproved, onUndoing, orderFor } = ordersOn(server, scene);
  const by = asWho(scene);
  const on =
    (actor: Actor, wish: Parameters<typeof orderFor>[1], more: object = {}) =>
    async () =>
      by(actor, { orderId: await orderFor('finance', wish), note: '', ...more });
  const waiting =
    (kind: 'payout' | 'return', more: object = {}, by = scene.ids.preparer) =>
    async () => {
      const wish = kind === 'payout' ? ({ ...inHand, payOut: 'prepared' } as const) : stopped;
      const orderId = await orderFor('finance', wish);
      await scene.prepared(orderId, by, kind);
      return { cookie: scene.cookies.admin, input: { orderId, note: '', ...more } };
    };
  const agreed =
    (...asked: Parameters<typeof onApproved>) =>
    async () =>
      by('finance', await onApproved(...asked)('finance'));
  return {
    'desk/confirmReceived': async () =>
      by('finance', cameIn(await orderFor('finance', { payIn: 'claimed' }), { reference: `BANK-${randomUUID()}` })),
    'desk/recordExtra': async () =>
      by('finance', cameIn(await orderFor('finance', inHand), { reference: `BANK-${randomUUID()}` })),
    'desk/rejectClaim': on('finance', { payIn: 'claimed' }, { reasonCode: 'unreadable' }),
    'desk/startProcessing': on('finance', { payIn: 'received' }),
    'desk/preparePayout': on('finance', inHand),
    'desk/approvePayout': waiting('payout'),
    'desk/sendBackPayout': waiting('payout', { reasonCode: 'amount_wrong' }),
    'desk/withdrawPayout': async () => {
      const { rows } = await server.owner.query(`select id from profiles where email = 'admin@demo.test'`);
      return waiting('payout', {}, rows[0].id)();
    },
    'desk/recordSent': agreed('payout', (orderId) => wasSent(orderId, someHash())),
    'desk/fail': on('finance', inHand, { reasonCode: 'our_mistake' }),
    'desk/cancel': on('finance', { payIn: 'claimed' }, { reasonCode: 'duplicate' }),
    'desk/prepareReturn': async () => {
      const orderId = await orderFor('finance', stopped);
      return by('finance', { orderId, movementId: orderId, reasonCode: 'order_stopped' });
    },
    'desk/approveReturn': waiting('return'),
    'desk/declineReturn': waiting('return', { note: 'Not as it stands' }),
    'desk/recordReturned': agreed('return', (orderId) => wasSent(orderId, `BACK-${randomUUID()}`)),
    'desk/prepareUndo': agreed('payout', (orderId, proposalId) => ({ orderId, ...undoing(proposalId) })),
    'desk/approveUndo': async () => by('admin', await onUndoing('admin')),
    'desk/declineUndo': async () => by('admin', await onUndoing('admin')),
    'desk/hold': on('compliance', { payIn: 'claimed' }, { reasonCode: 'unusual_pattern' }),
    'desk/release': on('compliance', { payIn: 'claimed', held: true }),
    'desk/order': async () => by('support', { orderId: await orderFor('finance', { payIn: 'claimed' }) }),
    'desk/note': on('support', { payIn: 'claimed' }, { note: 'Called about it' }),
  };
}

/** Everything that changes a submission, a setting or a role. */
export function matterActs(server: TestServer, scene: Scene): Acts {
  const { onSubmission, newRole, proposedRole, proposedSetting } = mattersOn(server, scene);
  const { newWords, proposedWords, proposedNews } = wordsOn(server, scene);
  const by = asWho(scene);
  const judged =
    (more: object = {}) =>
    async () =>
      by('compliance', { ...(await onSubmission(more)('owner')) });
  const handedIn = (form: (server: TestServer, userId: string) => Promise<object>) => async () => {
    const customer = await newCustomer(server);
    if (form === tier2Form) await approvedTier1(customer.id);
    return { cookie: customer.cookie, input: await form(server, customer.id) };
  };
  const approvedTier1 = (id: string) =>
    server.owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [id]);
  return {
    'identity/submitTier1': handedIn(tier1Form),
    'identity/submitTier2': handedIn(tier2Form),
    'identity/submitEnhanced': handedIn(enhancedForm),
    'identity/submission': async () =>
      by('support', { submissionId: await pendingSubmission(server, scene.ids.owner) }),
    'identity/decideItems': judged({ items: [{ item: 'declaration', decision: 'accept' }] }),
    'identity/approve': judged(),
    'identity/reject': judged(faulted),
    'identity/askMore': judged({ items: [{ item: 'declaration', reasonCode: 'more_detail' }] }),
    'identity/customers': async () => by('support', {}),
    'identity/customer': async () => by('support', { userId: scene.ids.owner }),
    'identity/customerOrders': async () => by('support', { userId: scene.ids.owner, before: randomUUID() }),
    'identity/links': async () => by('compliance', { userId: scene.ids.owner }),
    'identity/decideLink': async () =>
      by('compliance', { ...(await linkOf(server, scene.ids.owner)), decision: 'join', note: 'Seen both faces' }),
    'identity/addNote': async () => by('support', { userId: scene.ids.owner, note: 'Called about it' }),
    'prices/acceptJump': async () => by('finance', await jumpedPrice(server.owner)),
    'settings/propose': async () => {
      await server.owner.query(`delete from proposals where kind = 'setting'`);
      return by('finance', { key: 'fee', value: { basisPoints: 700 } });
    },
    'settings/decide': async () => by('finance', { proposalId: await proposedSetting(), decision: 'approve' }),
    'system/tryAgain': async () => by('admin', await givenUpWork(server.owner)),
    'letters/propose': async () => by('finance', await newWords()),
    'letters/decide': async () => by('finance', await proposedWords()),
    'news/propose': async () => by('finance', soundLetters['news/propose']),
    'news/decide': async () => by('finance', await proposedNews()),
    'roles/propose': async () => by('admin', await newRole()),
    'roles/decide': async () => by('compliance', { proposalId: await proposedRole(), decision: 'approve' }),
  };
}
