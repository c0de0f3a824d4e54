import { randomBytes, randomUUID } from 'node:crypto';
import { versionsInForce } from '../../src/features/agreements/papers.ts';
import { upload } from '../orders.ts';
import { pendingSubmission, signUpFacts } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, type OrderWish, played, type Scene } from './actors.ts';

/** Orders in the states that an act needs, and answers that say as little as they may. */
export const inHand = { status: 'processing', payIn: 'received' } as const;
export const stopped = { status: 'failed', payIn: 'received' } as const;
export const prepared = { ...inHand, payOut: 'prepared' } as const;
export const agreeing = { agreed: versionsInForce };
export const someHash = () => randomBytes(32).toString('hex');
export const undoing = (proposalId: string) => ({
  proposalId,
  ...{ reasonCode: 'never_sent', evidence: 'The account shows no such line.', note: '' },
});
export const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
export const faulted = { items: [{ item: 'declaration', reasonCode: 'incomplete' }] };
export const noProofs = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };

/** What each act of the matrix is tried on, made anew for each actor: an order in some state. */
export function ordersOn({ call }: TestServer, scene: Scene) {
  /** The order that an act is tried on: the owner's, or their own for the member of staff who is a customer. */
  const orderFor = (actor: Actor, wish: OrderWish) =>
    scene.order({ ...wish, of: actor === 'staffOwner' ? 'staffOwner' : 'owner' });
  const on =
    (wish: OrderWish, more: object = {}) =>
    async (actor: Actor) => ({ orderId: await orderFor(actor, wish), ...more });
  const reasoned = (wish: OrderWish, reasonCode: string) => on(wish, { reasonCode });

  /** A payout that waits for a second person, prepared by somebody else or, to be withdrawn, by whoever asks. */
  const onPrepared =
    (by: 'somebody else' | 'the actor', more: object = {}) =>
    async (actor: Actor) => {
      const orderId = await orderFor(actor, prepared);
      await scene.prepared(orderId, by === 'the actor' ? await idOf(actor) : scene.ids.preparer);
      return { orderId, ...more };
    };

  /** The return of a stopped order's money, laid before a second person by somebody else. */
  const onReturn = async (actor: Actor) => {
    const orderId = await orderFor(actor, stopped);
    await scene.prepared(orderId, scene.ids.preparer, 'return');
    return { orderId, note: 'Not as it stands' };
  };

  /** A payout or return on which two people agreed, and which has not left. */
  const onApproved =
    (kind: 'payout' | 'return', more: (orderId: string, proposalId: string) => object) => async (actor: Actor) => {
      const wish = kind === 'payout' ? ({ ...inHand, payOut: 'approved' } as const) : stopped;
      const orderId = await orderFor(actor, wish);
      return more(orderId, await scene.approved(orderId, scene.ids.preparer, kind));
    };

  /** The wish of somebody else to undo what was approved. */
  const onUndo = onApproved('payout', (orderId) => ({ orderId }));
  const onUndoing = async (actor: Actor) => {
    const { orderId } = (await onUndo(actor)) as { orderId: string };
    await scene.prepared(orderId, scene.ids.preparer, 'undo');
    return { orderId, note: 'Not as it stands' };
  };

  async function idOf(actor: Actor): Promise<string> {
    const { body } = await call<{ id?: string }>('accounts/viewer', undefined, scene.cookies[actor]);
    return body.id ?? scene.ids.preparer;
  }
  return { on, onApproved, onPrepared, onReturn, onUndoing, orderFor, reasoned };
}

/** Somebody new who signs up. */
export const person = () => ({
  email: `${randomUUID()}@matrix.test`,
  password: 'Canary-Pass-2026!',
  ...signUpFacts,
});

/** The same for everything that is no order: a quote, a file, a setting, an alert, a submission. */
export function mattersOn(server: TestServer, scene: Scene) {
  const { call, owner: database } = server;
  const quoted = async (actor: Actor, side: 'Buy' | 'Sell') => {
    const input =
      side === 'Buy'
        ? { symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin' }
        : { symbol: 'BTC', amount: '0.001' };
    const { body } = await call<{ id?: string }>(`trading/quote${side}`, input, scene.cookies[actor]);
    return body.id ?? randomUUID();
  };
  const proofOf = async (actor: Actor) => {
    const cookie = scene.cookies[actor];
    if (cookie === undefined) return scene.proof;
    return (await upload(server, cookie)).body.id ?? scene.proof;
  };
  const proposedSetting = async () => {
    await database.query(`delete from proposals where kind = 'setting'`);
    const { rows } = await database.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, stood, proposed_by)
       values ('setting', 'fee', '{"basisPoints": 800}', '{"basisPoints": 800}', $1)
     returning id`,
      [scene.ids.preparer],
    );
    return rows[0]?.id;
  };

  /** A role for a customer who holds none, that nobody asked for yet. */
  const newRole = async () => {
    await database.query(`delete from proposals where kind = 'role'`);
    await database.query('delete from user_roles where user_id = $1', [scene.ids.other]);
    return { email: `${played.other}@demo.test`, role: 'instructor', act: 'grant', why: 'Teaches' };
  };
  const proposedRole = async () => {
    const asked = { userId: scene.ids.other, name: 'Somebody', ...(await newRole()) };
    const { rows } = await database.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, stood, customer_id, proposed_by)
       values ('role', $1, $2, '[]', $3, $4) returning id`,
      [scene.ids.other, asked, scene.ids.other, scene.ids.preparer],
    );
    return rows[0]?.id;
  };

  /** An open alert of the owner, or of the member of staff who is a customer. */
  const alertOf = async (actor: Actor) => {
    const { rows } = await database.query<{ id: string }>(
      `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at)
     values ($1, 'LOCATION_CHANGE', 40, '{"country": "Jamaica", "countryCode": "JM"}', now()) returning id`,
      [actor === 'staffOwner' ? scene.ids.staffOwner : scene.ids.owner],
    );
    return rows[0]?.id;
  };
  /** A tier-3 submission of the owner, or of the member of staff who is a customer, that waits for staff. */
  const onSubmission =
    (more: object = {}) =>
    async (actor: Actor) => ({ submissionId: await pendingSubmission(server, customerFor(actor)), ...more });
  const customerFor = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  return {
    alertOf,
    customerFor,
    newRole,
    onSubmission,
    proofOf,
    proposedRole,
    proposedSetting,
    quoted,
  };
}
