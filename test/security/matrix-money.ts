import { randomUUID } from 'node:crypto';
import { lockUnassigned } from '../../src/features/movements/unassigned-store.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { returnOf } from '../../src/features/trading/desk/pay-out-terms.ts';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { asSystem } from '../../src/platform/database.ts';
import { wasSent } from '../orders.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, payerClear, type Scene } from './actors.ts';
import { ordersOn, undoing } from './matrix-inputs.ts';

export const takingOff = { reasonCode: 'belongs_elsewhere', evidence: 'The bank line names another order.', note: '' };

/** What staff type of money that is nobody's. */
export const ofNobody = () => ({
  ...{ asset: 'JMD', rail: 'bank', reference: `NOBODY-${randomUUID()}`, amount: '20000', reason: 'nothing_known' },
  ...{ movedOn: jamaicaDay(new Date()), payerBank: 'Demo Bank', payerAccount: '404512345', payerHolder: 'Somebody' },
});

/** Money that two people took off an order, and what waits or was agreed on about it. */
export function moneyOn({ owner, services }: TestServer, scene: Scene) {
  const inTurn = async (statements: readonly string[], values: readonly string[]) => {
    const client = await owner.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement, [...values]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  async function takenOff(of: 'owner' | 'staffOwner'): Promise<string> {
    // The line of a copied order has the order's own id.
    const orderId = await scene.order({ of, payIn: 'received' });
    const id = randomUUID();
    const agreed = `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
      values ('undo', $1, jsonb_build_object('of', $1::text, 'id', $2::text), $3, 'approved', $4, now())`;
    const off = `insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, bank, account, holder,
        address, moved_at, recorded_at, proposal_id)
      select m.order_id, m.user_id, 'off', m.id, m.asset, m.amount, m.rail, m.bank, m.account, m.holder, m.address,
        m.moved_at, now(), p.id from movements m join proposals p on p.subject = m.id::text and p.payload ->> 'id' = $2
       where m.id = $1::uuid and $3 <> $4`;
    const on = `insert into movements (id, direction, from_id, asset, amount, rail, bank, account, holder, address,
        moved_at, recorded_at, reason)
      select $2::uuid, 'in', m.id, m.asset, m.amount, m.rail, m.bank, m.account, m.holder, m.address, m.moved_at, now(),
        'wrong_order' from movements m where m.of_id = $1::uuid and m.direction = 'off' and $3 <> $4`;
    const people = [scene.ids.preparer, scene.ids.other];
    await inTurn([agreed, off, on], [orderId, id, ...people]);
    return payerClear(owner, id);
  }

  /** The return of it, laid before a second person or agreed on. */
  async function returning(movementId: string, { by, second }: { by: string; second: string | null }): Promise<string> {
    const money = await asSystem(services.pool, (tx) => lockUnassigned(tx, movementId));
    if (!money) throw new Error('no such money');
    const payload = returnOf(null, { line: money, to: money.party, reasonCode: 'paid_twice' }, demoSettings);
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by, state, decided_by, decided_at)
       values ('return', $1, $2, $3, $4, $5, $6) returning id`,
      [movementId, JSON.stringify(payload), by, second ? 'approved' : 'open', second, second && new Date()],
    );
    return rows[0]?.id ?? '';
  }

  const orderNamed = async (orderId: string): Promise<string> =>
    (await owner.query<{ reference: string }>('select reference from transactions where id = $1', [orderId])).rows[0]
      ?.reference ?? '';
  const amountOf = async (movementId: string): Promise<string> =>
    (
      await owner.query<{ amount: string }>('select amount::numeric(20,2)::text amount from movements where id = $1', [
        movementId,
      ])
    ).rows[0]?.amount ?? '';
  /** An order that waits for exactly this. */
  const attaching = async (movementId: string, orderId: string) => ({
    ...{ movementId, reference: await orderNamed(orderId), amount: await amountOf(movementId), note: 'So they say' },
  });
  return { attaching, returning, takenOff };
}

/** What every act is tried on with money that stands on the wrong order, or on none. */
export function moneyLines(server: TestServer, scene: Scene) {
  const { attaching, returning, takenOff } = moneyOn(server, scene);
  const { orderFor } = ordersOn(server, scene);
  const { preparer, other } = scene.ids;
  const offOrder = (actor: Actor) => takenOff(actor === 'staffOwner' ? 'staffOwner' : 'owner');
  const line = (input: (actor: Actor) => Promise<unknown>) => ({ own: 403 as const, input });
  return {
    'desk/undoPayIn': line(async (actor) => {
      const orderId = await orderFor(actor, { payIn: 'received' });
      return { orderId, movementId: orderId, ...takingOff };
    }),
    'unassigned/list': { own: 'yes' as const, input: async () => ({}) },
    'unassigned/count': { own: 'yes' as const },
    'unassigned/lookAfter': line(async (actor) => ({ movementId: await offOrder(actor) })),
    'unassigned/record': { own: 'yes' as const, input: async () => ofNobody() },
    'unassigned/attach': line(async (actor) =>
      attaching(await offOrder(actor), await orderFor(actor, { payIn: 'claimed' })),
    ),
    'unassigned/prepareReturn': line(async (actor) => ({
      movementId: await offOrder(actor),
      reasonCode: 'paid_twice',
    })),
    'unassigned/decide': line(async (actor) => {
      const movementId = await offOrder(actor);
      await returning(movementId, { by: preparer, second: null });
      return { movementId, decision: 'approve' };
    }),
    'unassigned/recordReturned': line(async (actor) => {
      const { orderId: _none, ...sent } = wasSent('', `BACK-${randomUUID()}`);
      const movementId = await offOrder(actor);
      await returning(movementId, { by: preparer, second: other });
      return { movementId, ...sent };
    }),
    'unassigned/undoReturn': line(async (actor) => {
      const movementId = await offOrder(actor);
      return { movementId, ...undoing(await returning(movementId, { by: preparer, second: other })) };
    }),
  };
}
