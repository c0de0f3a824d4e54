import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { noParty } from '../../src/features/ledger/movement.ts';
import { parseMovementReference, type Rail } from '../../src/features/ledger/movement-reference.ts';
import { insertMovement } from '../../src/features/ledger/movement-store.ts';
import { type ProposalPayload, parseParty } from '../../src/features/outgoing-money/transfers.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { findOrder } from '../../src/features/trading/order/history-store.ts';
import type { OrderCommand } from '../../src/features/trading/order/order.ts';
import type { Order } from '../../src/features/trading/order/order-row.ts';
import {
  buildPayoutPayload,
  buildRefundPayload,
  getPayInRail,
  getPayoutRail,
} from '../../src/features/trading/staff/pay-out-terms.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { accountFor } from './invented.ts';

export async function requireOrder(tx: Db, orderId: string): Promise<Order> {
  const order = await findOrder(tx, orderId);
  if (!order) throw new Error('a demo order went missing');
  return order;
}

type MovementContext = {
  staff: readonly [string, string];
  n: number;
  at: (...commands: OrderCommand[]) => Date | null;
  name: string;
  email: string;
};

/** Inserts incoming, outgoing and refunded movements of an order, with their approvals. */
export async function insertMovements(
  tx: Db,
  orderId: string,
  { staff, n, at, name, email }: MovementContext,
): Promise<void> {
  const [came, left, back] = [at('receive'), at('complete'), at('returnMoney')];
  if (!came) return;
  const order = await requireOrder(tx, orderId);
  const bought = order.side === 'buy';
  const payer = { ...noParty, bank: 'Demo Bank of Jamaica', account: accountFor(email), holder: name };
  const party = bought ? payer : { ...noParty, address: order.senderWalletAddress };
  const amount = bought ? order.fiat : order.coins;
  const line = { ofId: null, proposalId: null, dayOnly: false, recordedBy: staff[0] };
  const moved = (rail: Rail, direction: string, moment: Date) => ({
    rail,
    movedAt: moment,
    recordedAt: moment,
    reference: createPaymentReference(rail, `${direction} ${n}`),
  });
  const rail = getPayInRail(order);
  await insertMovement(tx, order, { ...line, direction: 'in', amount, party, ...moved(rail, 'in', came) });
  const full = await requireOrder(tx, orderId);
  const [cameIn] = full.movements;
  if (left) {
    const frozen = buildPayoutPayload(full, demoSettings);
    const proposalId = await agree(tx, full, { kind: 'payout', frozen, staff, at: at('approvePayout') ?? left });
    const out = {
      direction: 'out',
      amount: bought ? full.coins : full.net,
      party: parseParty(frozen),
      proposalId,
    } as const;
    await insertMovement(tx, full, { ...line, ...out, ...moved(getPayoutRail(full), 'out', left) });
  }
  if (back && cameIn) {
    const frozen = buildRefundPayload(full, { line: cameIn, to: party, reasonCode: 'order_stopped' }, demoSettings);
    const proposalId = await agree(tx, full, { kind: 'return', frozen, staff, at: back });
    const returned = { direction: 'back', ofId: cameIn.id, amount, party, proposalId } as const;
    await insertMovement(tx, full, { ...line, ...returned, ...moved(rail, 'back', back) });
  }
}

/** Invented payment reference in the format of the bank or network. */
function createPaymentReference(rail: Rail, seed: string) {
  const typed = rail === 'bank' ? `DEMO ${seed}` : createHash('sha256').update(seed).digest('hex');
  const check = parseMovementReference(rail, typed);
  if (!check.ok) throw new Error(`no reference for the demo: ${check.fault}`);
  return { typed, key: check.key };
}

type Agreement = { kind: 'payout' | 'return'; frozen: ProposalPayload; staff: readonly [string, string]; at: Date };

async function agree(tx: Db, order: Order, { kind, frozen, staff: [first, second], at }: Agreement): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into proposals (kind, subject, payload, customer_id, proposed_by, proposed_at, state, decided_by, decided_at)
    values (${kind}, ${order.id}, ${JSON.stringify(frozen)}, ${order.userId}, ${first}, ${at}, 'approved', ${second}, ${at})
    returning id`.execute(tx);
  return rows[0]?.id ?? '';
}
