import { randomBytes, randomUUID } from 'node:crypto';
import { versionsInForce } from '../../src/features/accounts/agreements/legal-documents.ts';
import { upload } from '../orders.ts';
import { insertPendingSubmission, signUpFacts } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, demoUsers, type OrderOptions, type Scene } from './actors.ts';

export const receivedOrder = { status: 'processing', payIn: 'received' } as const;
export const stoppedOrder = { status: 'failed', payIn: 'received' } as const;
export const preparedOrder = { ...receivedOrder, payOut: 'prepared' } as const;
export const agreeInput = { agreed: versionsInForce };
export const generateHash = () => randomBytes(32).toString('hex');
export const buildReversalInput = (proposalId: string) => ({
  proposalId,
  ...{ reasonCode: 'never_sent', evidence: 'The account shows no such line.', note: '' },
});
export const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
export const rejectedItem = { items: [{ item: 'declaration', reasonCode: 'incomplete' }] };
export const noProofs = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };

export function createOrderInputs({ call }: TestServer, scene: Scene) {
  /** Copies an order of the owner, or of the actor if they are staff with own orders. */
  const copyOrderFor = (actor: Actor, options: OrderOptions) =>
    scene.order({ ...options, of: actor === 'staffOwner' ? 'staffOwner' : 'owner' });
  const withOrder =
    (options: OrderOptions, fields: object = {}) =>
    async (actor: Actor) => ({ orderId: await copyOrderFor(actor, options), ...fields });
  const withReason = (options: OrderOptions, reasonCode: string) => withOrder(options, { reasonCode });

  /** Input with a proposal by another user or, for withdrawals, by the actor. */
  const withPrepared =
    (by: 'another user' | 'the actor', fields: object = {}) =>
    async (actor: Actor) => {
      const orderId = await copyOrderFor(actor, preparedOrder);
      await scene.prepared(orderId, by === 'the actor' ? await findActorId(actor) : scene.ids.preparer);
      return { orderId, ...fields };
    };

  const withRefund = async (actor: Actor) => {
    const orderId = await copyOrderFor(actor, stoppedOrder);
    await scene.prepared(orderId, scene.ids.preparer, 'return');
    return { orderId, note: 'Not like this' };
  };

  const withApproved =
    (kind: 'payout' | 'return', fields: (orderId: string, proposalId: string) => object) => async (actor: Actor) => {
      const options = kind === 'payout' ? ({ ...receivedOrder, payOut: 'approved' } as const) : stoppedOrder;
      const orderId = await copyOrderFor(actor, options);
      return fields(orderId, await scene.approved(orderId, scene.ids.preparer, kind));
    };

  const withPayout = withApproved('payout', (orderId) => ({ orderId }));
  const withReversal = async (actor: Actor) => {
    const { orderId } = (await withPayout(actor)) as { orderId: string };
    await scene.prepared(orderId, scene.ids.preparer, 'undo');
    return { orderId, note: 'Not like this' };
  };

  async function findActorId(actor: Actor): Promise<string> {
    const { body } = await call<{ id?: string }>('accounts/viewer', undefined, scene.cookies[actor]);
    return body.id ?? scene.ids.preparer;
  }
  return { withOrder, withApproved, withPrepared, withRefund, withReversal, copyOrderFor, withReason };
}

export const person = () => ({
  email: `${randomUUID()}@matrix.test`,
  password: 'Canary-Pass-2026!',
  ...signUpFacts,
});

export function createInputs(server: TestServer, scene: Scene) {
  const { call, owner: database } = server;
  const requestQuote = async (actor: Actor, side: 'Buy' | 'Sell') => {
    const input =
      side === 'Buy'
        ? { symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin' }
        : { symbol: 'BTC', amount: '0.001' };
    const { body } = await call<{ id?: string }>(`trading/quote${side}`, input, scene.cookies[actor]);
    return body.id ?? randomUUID();
  };
  const uploadProof = async (actor: Actor) => {
    const cookie = scene.cookies[actor];
    if (cookie === undefined) return scene.proof;
    return (await upload(server, cookie)).body.id ?? scene.proof;
  };
  const proposeSetting = async () => {
    await database.query(`delete from proposals where kind = 'setting'`);
    const { rows } = await database.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, subject_snapshot, proposed_by)
       values ('setting', 'fee', '{"basisPoints": 800}', '{"basisPoints": 800}', $1)
     returning id`,
      [scene.ids.preparer],
    );
    return rows[0]?.id;
  };

  /** Input that proposes a role for a customer without roles or open proposals. */
  const buildRole = async () => {
    await database.query(`delete from proposals where kind = 'role'`);
    await database.query('delete from user_roles where user_id = $1', [scene.ids.other]);
    return { email: `${demoUsers.other}@demo.test`, role: 'instructor', act: 'grant', why: 'Teaches' };
  };
  const proposeRole = async () => {
    const payload = { userId: scene.ids.other, name: 'A. Teacher', ...(await buildRole()) };
    const { rows } = await database.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, subject_snapshot, customer_id, proposed_by)
       values ('role', $1, $2, '[]', $3, $4) returning id`,
      [scene.ids.other, payload, scene.ids.other, scene.ids.preparer],
    );
    return rows[0]?.id;
  };

  const insertAlert = async (actor: Actor) => {
    const { rows } = await database.query<{ id: string }>(
      `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at)
     values ($1, 'LOCATION_CHANGE', 40, '{"country": "Jamaica", "countryCode": "JM"}', now()) returning id`,
      [actor === 'staffOwner' ? scene.ids.staffOwner : scene.ids.owner],
    );
    return rows[0]?.id;
  };
  const buildSubmissionInput =
    (fields: object = {}) =>
    async (actor: Actor) => ({ submissionId: await insertPendingSubmission(server, getCustomerId(actor)), ...fields });
  const getCustomerId = (actor: Actor) => scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'];
  return {
    insertAlert,
    getCustomerId,
    buildRole,
    buildSubmissionInput,
    uploadProof,
    proposeRole,
    proposeSetting,
    requestQuote,
  };
}
