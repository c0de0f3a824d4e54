import { randomUUID } from 'node:crypto';
import { lockUnallocatedRow } from '../../src/features/ledger/unallocated-store.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { buildRefundPayload } from '../../src/features/trading/staff/pay-out-terms.ts';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { withSystem } from '../../src/platform/database/database.ts';
import { buildSent } from '../orders.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, clearPayer, type Scene } from './actors.ts';
import { buildReversalInput, createOrderInputs } from './matrix-inputs.ts';

export const unlinkReason = {
  reasonCode: 'belongs_elsewhere',
  evidence: 'The bank line names another order.',
  note: '',
};

export const buildUnallocatedInput = () => ({
  ...{ asset: 'JMD', rail: 'bank', reference: `UNKNOWN-${randomUUID()}`, amount: '20000', reason: 'nothing_known' },
  ...{ movedOn: jamaicaDay(new Date()), payerBank: 'Demo Bank', payerAccount: '404512345', payerHolder: 'A. Payer' },
});

export function createMoneyInputs({ owner, services }: TestServer, scene: Scene) {
  const runInTransaction = async (statements: readonly string[], values: readonly string[]) => {
    const client = await owner.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement, [...values]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  async function insertUnallocated(of: 'owner' | 'staffOwner'): Promise<string> {
    // The movement of a copied order has the order's id.
    const orderId = await scene.order({ of, payIn: 'received' });
    const id = randomUUID();
    const insertApproval = `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
      values ('undo', $1, jsonb_build_object('of', $1::text, 'id', $2::text), $3, 'approved', $4, now())`;
    const insertRemoval = `insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, bank, account, holder,
        address, moved_at, recorded_at, proposal_id)
      select m.order_id, m.user_id, 'off', m.id, m.asset, m.amount, m.rail, m.bank, m.account, m.holder, m.address,
        m.moved_at, now(), p.id from movements m join proposals p on p.subject = m.id::text and p.payload ->> 'id' = $2
       where m.id = $1::uuid and $3 <> $4`;
    const insertReceipt = `insert into movements (id, direction, source_movement_id, asset, amount, rail, bank, account, holder, address,
        moved_at, recorded_at, reason)
      select $2::uuid, 'in', m.id, m.asset, m.amount, m.rail, m.bank, m.account, m.holder, m.address, m.moved_at, now(),
        'wrong_order' from movements m where m.reverses_id = $1::uuid and m.direction = 'off' and $3 <> $4`;
    const approvers = [scene.ids.preparer, scene.ids.other];
    await runInTransaction([insertApproval, insertRemoval, insertReceipt], [orderId, id, ...approvers]);
    return clearPayer(owner, id);
  }

  async function insertRefundProposal(
    movementId: string,
    { by, second }: { by: string; second: string | null },
  ): Promise<string> {
    const money = await withSystem(services.pool, (tx) => lockUnallocatedRow(tx, movementId));
    if (!money) throw new Error('no such money');
    const payload = buildRefundPayload(null, { line: money, to: money.party, reasonCode: 'paid_twice' }, demoSettings);
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
       values ('return', $1, $2, $3, $4, $5, $6) returning id`,
      [movementId, JSON.stringify(payload), by, second ? 'approved' : 'open', second, second && new Date()],
    );
    return rows[0]?.id ?? '';
  }

  const findReference = async (orderId: string): Promise<string> =>
    (await owner.query<{ reference: string }>('select reference from transactions where id = $1', [orderId])).rows[0]
      ?.reference ?? '';
  const findAmount = async (movementId: string): Promise<string> =>
    (
      await owner.query<{ amount: string }>('select amount::numeric(20,2)::text amount from movements where id = $1', [
        movementId,
      ])
    ).rows[0]?.amount ?? '';
  const buildAttachInput = async (movementId: string, orderId: string) => ({
    ...{
      movementId,
      reference: await findReference(orderId),
      amount: await findAmount(movementId),
      note: 'So they say',
    },
  });
  return { buildAttachInput, insertRefundProposal, insertUnallocated };
}

export function buildMoneyRows(server: TestServer, scene: Scene) {
  const { buildAttachInput, insertRefundProposal, insertUnallocated } = createMoneyInputs(server, scene);
  const { copyOrderFor } = createOrderInputs(server, scene);
  const { preparer, other } = scene.ids;
  const insertActorMoney = (actor: Actor) => insertUnallocated(actor === 'staffOwner' ? 'staffOwner' : 'owner');
  const staff = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'desk/undoPayIn': staff(async (actor) => {
      const orderId = await copyOrderFor(actor, { payIn: 'received' });
      return { orderId, movementId: orderId, ...unlinkReason };
    }),
    'unallocated/list': { own: 'yes' as const, input: async () => ({}) },
    'unallocated/count': { own: 'yes' as const },
    'unallocated/assignToSelf': staff(async (actor) => ({ movementId: await insertActorMoney(actor) })),
    'unallocated/record': { own: 'yes' as const, input: async () => buildUnallocatedInput() },
    'unallocated/attach': staff(async (actor) =>
      buildAttachInput(await insertActorMoney(actor), await copyOrderFor(actor, { payIn: 'claimed' })),
    ),
    'unallocated/prepareReturn': staff(async (actor) => ({
      movementId: await insertActorMoney(actor),
      reasonCode: 'paid_twice',
    })),
    'unallocated/decide': staff(async (actor) => {
      const movementId = await insertActorMoney(actor);
      await insertRefundProposal(movementId, { by: preparer, second: null });
      return { movementId, decision: 'approve' };
    }),
    'unallocated/recordReturned': staff(async (actor) => {
      const { orderId: _none, ...sent } = buildSent('', `BACK-${randomUUID()}`);
      const movementId = await insertActorMoney(actor);
      await insertRefundProposal(movementId, { by: preparer, second: other });
      return { movementId, ...sent };
    }),
    'unallocated/undoReturn': staff(async (actor) => {
      const movementId = await insertActorMoney(actor);
      return {
        movementId,
        ...buildReversalInput(await insertRefundProposal(movementId, { by: preparer, second: other })),
      };
    }),
  };
}
