import { randomUUID } from 'node:crypto';
import { upload, wasSent } from '../orders.ts';
import { bankLine, mahoniFields } from '../payments.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, payerClear, type Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { cardActsOf, cardLines, layDownCards } from './matrix-cards.ts';
import {
  launchActsOf,
  launchBodies,
  launchLines,
  launchOwners,
  launchTables,
  layDownLaunch,
} from './matrix-launches.ts';
import {
  coursesAnnounced,
  layDownLearning,
  learningActsOf,
  learningBodies,
  learningLines,
  learningOwners,
  learningTables,
} from './matrix-learning.ts';
import { layDownNotices, noticeBodies, noticeLines, noticeOwners, noticeTables } from './matrix-notices.ts';
import { layDownScams, scamActsOf, scamBodies, scamLines, scamOwners, scamTables } from './matrix-scams.ts';
import {
  layDownPlace,
  announced as sessionsAnnounced,
  workshopActsOf,
  workshopBodies,
  workshopLines,
  workshopTables,
} from './matrix-workshops.ts';
import { anySession, type Outcome, ownerOnly, ownerOrStaff, type Row } from './verdicts.ts';

type Of = 'owner' | 'staffOwner';
type Wish = {
  readonly of?: Of;
  readonly payIn?: 'awaiting' | 'claimed' | 'received';
  readonly ended?: 'lapsed';
  readonly inMahoni?: boolean;
};

/** Payments laid down by hand, as far as is asked for, and what two people decide about them. */
export function paymentsOn({ owner }: TestServer, scene: Scene) {
  /** A payment, with the line of its money where that is here. */
  async function payment({ of = 'owner', payIn = 'claimed', ended, inMahoni = false }: Wish): Promise<string> {
    const id = randomUUID();
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query('set constraints payment_has_its_line deferred');
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
    return payerClear(owner, id);
  }

  /** Its return, laid before a second person or agreed on: the id of the proposal. */
  async function returning(paymentId: string, second: string | null): Promise<string> {
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
  /** Undoing it, laid before a second person: the id of that proposal. */
  async function undoing({ paymentId, proposalId }: { paymentId: string; proposalId: string }): Promise<string> {
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
  const nothingPending = async (userId: string | undefined) => {
    // Nobody begins so many in a day.
    await owner.query(`update payments set created_at = created_at - interval '2 days'`);
    return owner.query(
      `update subscriptions set status = 'cancelled' where status = 'pending' and ($1::uuid is null or user_id = $1)`,
      [userId ?? null],
    );
  };
  const proof = async (cookie: string | undefined) =>
    cookie ? (await upload(scene.server, cookie, 'subscription-proof')).body.id : randomUUID();
  return { payment, returning, undoing, nothingPending, proof };
}

/** Why what two agreed on is undone. */
export const neverSent = { reasonCode: 'never_sent', evidence: 'The account shows no such line since.' };
const ofActor = (actor: Actor): Of => (actor === 'staffOwner' ? 'staffOwner' : 'owner');
export const subscribing = () => ({ key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000 });
const line = (paymentId: string) =>
  bankLine(paymentId, { reference: `LINE-${randomUUID()}`, payerHolder: 'Tamara Grant', note: 'Seen' });
/** What is typed of what went back. */
export const paymentSent = (paymentId: string) => {
  const { orderId: _none, ...left } = wasSent('', `BACK-${randomUUID()}`);
  return { paymentId, ...left };
};

/** On what each command of payments and plans is tried, for whoever knocks. */
export function paymentInputs(server: TestServer, scene: Scene) {
  const { payment, returning, undoing, nothingPending, proof } = paymentsOn(server, scene);
  const on = (wish: Wish) => async (actor: Actor) => ({ paymentId: await payment({ ...wish, of: ofActor(actor) }) });
  const agreed = (second: string | null) => async (actor: Actor) => {
    const paymentId = await payment({
      payIn: 'received',
      of: ofActor(actor),
      ...(second && { ended: 'lapsed' as const }),
    });
    return { paymentId, proposalId: await returning(paymentId, second), note: 'Not as it stands' };
  };
  const reasoned = (wish: Wish, reasonCode: string) => async (actor: Actor) => ({
    ...(await on(wish)(actor)),
    reasonCode,
  });
  return {
    subscribe: async () => {
      await nothingPending(undefined);
      return subscribing();
    },
    own: on({}),
    standing: async (actor: Actor) => ({ reference: (await on({})(actor)).paymentId }),
    awaiting: on({ payIn: 'awaiting' }),
    claim: async (actor: Actor) => ({
      ...(await on({ payIn: 'awaiting' })(actor)),
      proofFile: await proof(scene.cookies[actor]),
    }),
    claimMahoni: async (actor: Actor) => ({
      ...mahoniFields(),
      ...(await on({ payIn: 'awaiting', inMahoni: true })(actor)),
      proofFile: await proof(scene.cookies[actor]),
    }),
    receive: async (actor: Actor) => line((await on({})(actor)).paymentId),
    rejectClaim: reasoned({}, 'unreadable'),
    reject: reasoned({}, 'not_found'),
    prepareReturn: reasoned({ payIn: 'received' }, 'paid_twice'),
    answer: agreed(null),
    recordReturned: async (actor: Actor) => paymentSent((await agreed(scene.ids.other)(actor)).paymentId),
    prepareUndo: async (actor: Actor) => ({ ...(await agreed(scene.ids.other)(actor)), ...neverSent }),
    answerUndo: async (actor: Actor) => {
      const { paymentId, proposalId } = await agreed(scene.ids.other)(actor);
      return { paymentId, proposalId: await undoing({ paymentId, proposalId }), note: 'Not as it stands' };
    },
  };
}

/** The acts of payments that leave an entry each. */
export function paymentActsOf(server: TestServer, scene: Scene): Acts {
  const inputs = paymentInputs(server, scene);
  const by = asWho(scene);
  return {
    ...cardActsOf(server, scene),
    ...workshopActsOf(server, scene),
    ...learningActsOf(server, scene),
    ...launchActsOf(server, scene),
    ...scamActsOf(server, scene),
    'subscriptions/subscribe': async () => by('owner', await inputs.subscribe()),
    'payments/claim': async () => by('owner', await inputs.claim('owner')),
    'payments/claimMahoni': async () => by('owner', await inputs.claimMahoni('owner')),
    'payments/callOff': async () => by('owner', await inputs.awaiting('owner')),
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

/** The lines of the matrix about payments and plans. */
export function paymentLines(server: TestServer, scene: Scene) {
  const due = paymentInputs(server, scene);
  const line = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: Input) => ({ own, ...(input && { input }) });
  return {
    ...cardLines(server, scene),
    ...workshopLines(server, scene),
    ...learningLines(server, scene),
    ...launchLines(server, scene),
    ...noticeLines(),
    ...scamLines(server, scene),
    'subscriptions/own': line(anySession),
    'subscriptions/subscribe': line(anySession, due.subscribe),
    'payments/ways': line(anySession),
    'payments/listOwn': line(anySession, async () => ({})),
    'payments/showOwn': line(ownerOnly(404), due.own),
    'paymentPages/standing': line(ownerOnly(404), due.standing),
    'payments/receipt': line(ownerOrStaff, due.own),
    'payments/claim': line(ownerOnly(403), due.claim),
    'payments/claimMahoni': line(ownerOnly(403), due.claimMahoni),
    'payments/callOff': line(ownerOnly(403), due.awaiting),
    'paymentsDesk/queue': staff('yes', async () => ({})),
    'paymentsDesk/count': staff('yes'),
    'paymentsDesk/show': staff(403, due.own),
    'paymentsDesk/receive': staff(403, due.receive),
    'paymentsDesk/rejectClaim': staff(403, due.rejectClaim),
    'paymentsDesk/reject': staff(403, due.reject),
    'paymentsDesk/prepareReturn': staff(403, due.prepareReturn),
    'paymentsDesk/approveReturn': staff(404, due.answer),
    'paymentsDesk/declineReturn': staff(403, due.answer),
    'paymentsDesk/recordReturned': staff(403, due.recordReturned),
    'paymentsDesk/prepareUndo': staff(403, due.prepareUndo),
    'paymentsDesk/approveUndo': staff(404, due.answerUndo),
    'paymentsDesk/declineUndo': staff(403, due.answerUndo),
  };
}

/** Whose a row is, of what somebody pays for and gets. */
export const paymentOwners = {
  payments: 'user_id',
  card_sessions: 'user_id',
  card_events: 'user_id',
  workshop_registrations: 'user_id',
  lgm_awards: 'user_id',
  ...learningOwners,
  ...launchOwners,
  ...noticeOwners,
  ...scamOwners,
} as const;

/** A payment that says nothing, and a card for it, for whom the walls are tried. */
export async function layDownPayment(server: TestServer, userId: string): Promise<void> {
  await server.owner.query(
    `insert into payments (user_id, reference, payable, payable_id, title, amount_jmd, method, idempotency_key, request_hash,
        created_at, updated_at) values ($1, gen_random_uuid()::text, 'plan', gen_random_uuid(), 'Plan', 1, 'card', gen_random_uuid(), 'x', now(), now())`,
    [userId],
  );
  await layDownCards(server, userId);
  await layDownPlace(server, userId);
  await layDownLearning(server, userId);
  await layDownLaunch(server, userId);
  await layDownNotices(server, userId);
  await layDownScams(server, userId);
}

/** What of what can be bought everybody may read, and why. */
export const announced = { ...sessionsAnnounced, ...coursesAnnounced };

/** A sound body for each command of what can be bought, and where anything of it could have changed. */
export const offeredBodies = async (server: TestServer): Promise<Record<string, object>> => ({
  ...(await workshopBodies(server)),
  ...learningBodies,
  ...launchBodies,
  ...noticeBodies,
  ...scamBodies,
});
export const offeredTables = [
  ...workshopTables,
  ...learningTables,
  ...launchTables,
  ...noticeTables,
  ...Object.keys(scamOwners),
  ...scamTables,
];
