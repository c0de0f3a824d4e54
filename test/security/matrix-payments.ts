import { randomUUID } from 'node:crypto';
import { buildSent, upload } from '../orders.ts';
import { buildBankReceipt, mahoniFields } from '../payments.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, clearPayer, type Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { buildCardCommands, buildCardRows, insertCardRows } from './matrix-cards.ts';
import { buildHelpCommands, buildHelpRows, helpBodies, helpOwners, insertHelpRows } from './matrix-help.ts';
import {
  buildLaunchCommands,
  buildLaunchRows,
  insertLaunchRows,
  launchBodies,
  launchOwners,
  launchTables,
} from './matrix-launches.ts';
import {
  buildLearningCommands,
  buildLearningRows,
  insertLearningRows,
  learningBodies,
  learningOwners,
  learningTables,
  publicCourseTables,
} from './matrix-learning.ts';
import { buildNoticeRows, insertNoticeRows, noticeBodies, noticeOwners, noticeTables } from './matrix-notices.ts';
import {
  buildScamCommands,
  buildScamRows,
  insertScamRows,
  scamBodies,
  scamOwners,
  scamTables,
} from './matrix-scams.ts';
import * as ofTrading from './matrix-trading.ts';
import {
  buildWorkshopBodies,
  buildWorkshopCommands,
  buildWorkshopRows,
  insertSeatRow,
  publicTables,
  workshopTables,
} from './matrix-workshops.ts';
import { anySession, type Outcome, ownerOnly, ownerOrStaff, type Row } from './outcomes.ts';

type Of = 'owner' | 'staffOwner';
type Options = {
  readonly of?: Of;
  readonly payIn?: 'awaiting' | 'claimed' | 'received';
  readonly ended?: 'lapsed';
  readonly inMahoni?: boolean;
};

export function createPaymentInputs({ owner }: TestServer, scene: Scene) {
  async function insertPayment({ of = 'owner', payIn = 'claimed', ended, inMahoni = false }: Options): Promise<string> {
    const id = randomUUID();
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query('set constraints after_2_check_movement deferred');
      await client.query(
        `insert into payments (id, user_id, reference, payable, payable_id, title, amount_jmd, method, pay_in, ended,
            idempotency_key, request_hash, created_at, updated_at, lapses_at, closed_at, waiting_since, coin_amount, coin_price_usd,
            coin_rate, coin_address)
         values ($1, $2, $3, 'plan', $4, 'Personal plan, one month', 6000, $7, $5, $6, $4, 'x', now() - interval '2 days', now(),
            now() + interval '3 days', case when $6::text is not null then now() end, now(), $8::text::numeric, $8::text::numeric,
            $8::text::numeric, $8::text)`,
        [
          ...[id, scene.ids[of], `P${id.slice(0, 7)}`, randomUUID(), payIn, ended ?? null],
          ...(inMahoni ? ['crypto', '1'] : ['bank_transfer', null]),
        ],
      );
      if (payIn === 'received')
        await client.query(
          `insert into movements (id, payment_id, user_id, direction, asset, amount, rail, reference, reference_key, bank,
              account, holder, moved_at, recorded_at)
           values ($1, $1, $2, 'in', 'JMD', 6000, 'bank', $3, $3, 'Demo Bank', '404512345', 'Tamara Grant', now(), now())`,
          [id, scene.ids[of], id.toUpperCase().replaceAll('-', '')],
        );
      await client.query('commit');
    } finally {
      client.release();
    }
    return clearPayer(owner, id);
  }

  async function insertRefundProposal(paymentId: string, second: string | null): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
       select 'return', m.payment_id::text, jsonb_build_object('paymentId', m.payment_id, 'movementId', m.id,
           'amount', m.amount::numeric(18,2)::text, 'unit', m.asset, 'rail', m.rail, 'reasonCode', 'paid_twice',
           'bank', m.bank, 'account', m.account, 'holder', m.holder, 'address', m.address, 'tag', m.tag),
         m.user_id, $2, $3, $4, $5 from movements m where m.payment_id = $1 returning id`,
      [paymentId, scene.ids.preparer, second ? 'approved' : 'open', second, second && new Date()],
    );
    return rows[0]?.id ?? '';
  }
  async function insertReversalProposal(paymentId: string, proposalId: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, customer_id, proposed_by, state)
       select 'undo', r.subject, jsonb_build_object('orderId', null, 'of', r.id, 'what', 'return', 'amount', r.payload ->> 'amount',
           'unit', r.payload ->> 'unit', 'left', null, 'cameBackWith', null, 'movedOn', null, 'movedTime', null,
           'reasonCode', $3::text, 'evidence', $4::text, 'paymentId', $1::uuid), r.customer_id, r.proposed_by, 'open'
         from proposals r where r.id = $2 returning id`,
      [paymentId, proposalId, neverSent.reasonCode, neverSent.evidence],
    );
    return rows[0]?.id ?? '';
  }
  const clearPending = async (userId: string | undefined) => {
    await owner.query(`update payments set created_at = created_at - interval '2 days'`);
    return owner.query(
      `update subscriptions set status = 'cancelled' where status = 'pending' and ($1::uuid is null or user_id = $1)`,
      [userId ?? null],
    );
  };
  const uploadPaymentProof = async (cookie: string | undefined) =>
    cookie ? (await upload(scene.server, cookie, 'subscription-proof')).body.id : randomUUID();
  return { insertPayment, insertRefundProposal, insertReversalProposal, clearPending, uploadPaymentProof };
}

export const neverSent = { reasonCode: 'never_sent', evidence: 'The account shows no such line since.' };
const getOwnerKey = (actor: Actor): Of => (actor === 'staffOwner' ? 'staffOwner' : 'owner');
export const buildSubscription = () => ({ key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 });
const buildBankLine = (paymentId: string) =>
  buildBankReceipt(paymentId, { reference: `LINE-${randomUUID()}`, payerHolder: 'Tamara Grant', note: 'Seen' });
export const buildPaymentSent = (paymentId: string) => {
  const { orderId: _none, ...sent } = buildSent('', `BACK-${randomUUID()}`);
  return { paymentId, ...sent };
};

export function createPaymentCases(server: TestServer, scene: Scene) {
  const { insertPayment, insertRefundProposal, insertReversalProposal, clearPending, uploadPaymentProof } =
    createPaymentInputs(server, scene);
  const withPayment = (options: Options) => async (actor: Actor) => ({
    paymentId: await insertPayment({ ...options, of: getOwnerKey(actor) }),
  });
  const withRefundProposal = (second: string | null) => async (actor: Actor) => {
    const paymentId = await insertPayment({
      payIn: 'received',
      of: getOwnerKey(actor),
      ...(second && { ended: 'lapsed' as const }),
    });
    return { paymentId, proposalId: await insertRefundProposal(paymentId, second), note: 'Not like this' };
  };
  const withReason = (options: Options, reasonCode: string) => async (actor: Actor) => ({
    ...(await withPayment(options)(actor)),
    reasonCode,
  });
  return {
    subscribe: async () => {
      await clearPending(undefined);
      return buildSubscription();
    },
    own: withPayment({}),
    standing: async (actor: Actor) => ({ reference: (await withPayment({})(actor)).paymentId }),
    awaiting: withPayment({ payIn: 'awaiting' }),
    claim: async (actor: Actor) => ({
      ...(await withPayment({ payIn: 'awaiting' })(actor)),
      proofFile: await uploadPaymentProof(scene.cookies[actor]),
    }),
    claimMahoni: async (actor: Actor) => ({
      ...mahoniFields(),
      ...(await withPayment({ payIn: 'awaiting', inMahoni: true })(actor)),
      proofFile: await uploadPaymentProof(scene.cookies[actor]),
    }),
    receive: async (actor: Actor) => buildBankLine((await withPayment({})(actor)).paymentId),
    rejectClaim: withReason({}, 'unreadable'),
    reject: withReason({}, 'not_found'),
    prepareReturn: withReason({ payIn: 'received' }, 'paid_twice'),
    answer: withRefundProposal(null),
    recordReturned: async (actor: Actor) =>
      buildPaymentSent((await withRefundProposal(scene.ids.other)(actor)).paymentId),
    prepareUndo: async (actor: Actor) => ({ ...(await withRefundProposal(scene.ids.other)(actor)), ...neverSent }),
    answerUndo: async (actor: Actor) => {
      const { paymentId, proposalId } = await withRefundProposal(scene.ids.other)(actor);
      return { paymentId, proposalId: await insertReversalProposal(paymentId, proposalId), note: 'Not like this' };
    },
  };
}

export function buildPaymentCommands(server: TestServer, scene: Scene): SentCommands {
  const inputs = createPaymentCases(server, scene);
  const by = sendAs(scene);
  return {
    ...buildCardCommands(server, scene),
    ...buildWorkshopCommands(server, scene),
    ...buildLearningCommands(server, scene),
    ...buildHelpCommands(server, scene),
    ...buildLaunchCommands(server, scene),
    ...buildScamCommands(server, scene),
    ...ofTrading.buildTradingCommands(server, scene),
    'subscriptions/subscribe': async () => by('owner', await inputs.subscribe()),
    'payments/claim': async () => by('owner', await inputs.claim('owner')),
    'payments/claimMahoni': async () => by('owner', await inputs.claimMahoni('owner')),
    'payments/cancel': async () => by('owner', await inputs.awaiting('owner')),
    'paymentsDesk/show': async () => by('support', await inputs.own('support')),
    'paymentsDesk/receive': async () => by('finance', await inputs.receive('finance')),
    'paymentsDesk/rejectClaim': async () => by('finance', await inputs.rejectClaim('finance')),
    'paymentsDesk/reject': async () => by('finance', await inputs.reject('finance')),
    'paymentsDesk/prepareReturn': async () => by('finance', await inputs.prepareReturn('finance')),
    'paymentsDesk/approveReturn': async () => by('finance', await inputs.answer('finance')),
    'paymentsDesk/declineReturn': async () => by('finance', await inputs.answer('finance')),
    'paymentsDesk/recordReturned': async () => by('finance', await inputs.recordReturned('finance')),
    'paymentsDesk/prepareUndo': async () => by('finance', await inputs.prepareUndo('finance')),
    'paymentsDesk/approveUndo': async () => by('finance', await inputs.answerUndo('finance')),
    'paymentsDesk/declineUndo': async () => by('finance', await inputs.answerUndo('finance')),
  };
}

type Input = (actor: Actor) => Promise<unknown>;

export function buildPaymentRows(server: TestServer, scene: Scene) {
  const paymentCases = createPaymentCases(server, scene);
  const allow = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: Input) => ({ own, ...(input && { input }) });
  return {
    ...buildCardRows(server, scene),
    ...buildWorkshopRows(server, scene),
    ...buildLearningRows(server, scene),
    ...buildHelpRows(server, scene),
    ...buildLaunchRows(server, scene),
    ...buildNoticeRows(),
    ...buildScamRows(server, scene),
    ...ofTrading.buildTradingRows(server, scene),
    'subscriptions/own': allow(anySession),
    'subscriptions/subscribe': allow(anySession, paymentCases.subscribe),
    'payments/methods': allow(anySession),
    'payments/listOwn': allow(anySession, async () => ({})),
    'payments/showOwn': allow(ownerOnly(404), paymentCases.own),
    'paymentPages/status': allow(ownerOnly(404), paymentCases.standing),
    'payments/receipt': allow(ownerOrStaff, paymentCases.own),
    'payments/claim': allow(ownerOnly(403), paymentCases.claim),
    'payments/claimMahoni': allow(ownerOnly(403), paymentCases.claimMahoni),
    'payments/cancel': allow(ownerOnly(403), paymentCases.awaiting),
    'paymentsDesk/queue': staff('yes', async () => ({})),
    'paymentsDesk/count': staff('yes'),
    'paymentsDesk/show': staff(403, paymentCases.own),
    'paymentsDesk/receive': staff(403, paymentCases.receive),
    'paymentsDesk/rejectClaim': staff(403, paymentCases.rejectClaim),
    'paymentsDesk/reject': staff(403, paymentCases.reject),
    'paymentsDesk/prepareReturn': staff(403, paymentCases.prepareReturn),
    'paymentsDesk/approveReturn': staff(404, paymentCases.answer),
    'paymentsDesk/declineReturn': staff(403, paymentCases.answer),
    'paymentsDesk/recordReturned': staff(403, paymentCases.recordReturned),
    'paymentsDesk/prepareUndo': staff(403, paymentCases.prepareUndo),
    'paymentsDesk/approveUndo': staff(404, paymentCases.answerUndo),
    'paymentsDesk/declineUndo': staff(403, paymentCases.answerUndo),
  };
}

export const paymentOwners = {
  payments: 'user_id',
  card_sessions: 'user_id',
  card_events: 'user_id',
  workshop_registrations: 'user_id',
  lgm_awards: 'user_id',
  ...ofTrading.tradingOwners,
  ...learningOwners,
  ...helpOwners,
  ...launchOwners,
  ...noticeOwners,
  ...scamOwners,
} as const;

export async function insertPaymentRows(server: TestServer, userId: string): Promise<void> {
  await server.owner.query(
    `insert into payments (user_id, reference, payable, payable_id, title, amount_jmd, method, idempotency_key, request_hash,
        created_at, updated_at) values ($1, gen_random_uuid()::text, 'plan', gen_random_uuid(), 'Plan', 1, 'card', gen_random_uuid(), 'x', now(), now())`,
    [userId],
  );
  await insertCardRows(server, userId);
  await insertSeatRow(server, userId);
  await insertLearningRows(server, userId);
  await insertHelpRows(server, userId);
  await insertLaunchRows(server, userId);
  await insertNoticeRows(server, userId);
  await insertScamRows(server, userId);
  await ofTrading.insertTradingRows(server, userId);
}

export const publicOfferTables = { ...publicTables, ...publicCourseTables };

export const buildOfferBodies = async (server: TestServer): Promise<Record<string, object>> => ({
  ...(await buildWorkshopBodies(server)),
  ...learningBodies,
  ...helpBodies,
  ...launchBodies,
  ...noticeBodies,
  ...scamBodies,
  ...ofTrading.tradingBodies,
});
export const offerTables = [
  ...workshopTables,
  ...learningTables,
  ...Object.keys(helpOwners),
  ...launchTables,
  ...noticeTables,
  ...Object.keys({ ...ofTrading.tradingOwners, ...scamOwners }),
  ...scamTables,
];
