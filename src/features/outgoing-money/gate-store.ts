import { sql } from 'kysely';
import { type Db, requireRow } from '../../platform/database/database.ts';
import type { OutgoingFacts } from './reasons.ts';
import type { OutgoingMoney } from './transfers.ts';

type GateRow = Pick<
  OutgoingFacts,
  'freezes' | 'isPartyFrozen' | 'isExemptFromFreeze' | 'isChargedBack' | 'hasOpenChargeback'
>;

/**
 * Loads freezes, blocks and chargebacks in one row. A payout is blocked by its order, a refund by its movement and
 * destination. The database enforces freezes too (decision E2).
 */
export function loadGateRow(tx: Db, isPayout: boolean, money: OutgoingMoney): Promise<GateRow> {
  const { kind, id, customerIds, incomingIds, to } = money;
  const [incomingId = null] = incomingIds;
  const isReturnBlocked = sql`app.is_return_blocked(${incomingId}, ${to.account}, ${to.address}, ${to.tag})`;
  return requireRow<GateRow>(tx)`
    select array(select app.freeze_status(c) from unnest(${customerIds}::uuid[]) c) freezes,
      coalesce(${isPayout ? sql`app.is_order_blocked(${id})` : isReturnBlocked}, true) "isPartyFrozen",
      ${kind === 'unallocated' ? sql`not ${isReturnBlocked}` : sql`app.is_return_decided(${id}, ${customerIds[0]})`}
        "isExemptFromFreeze",
      exists (select from unnest(${incomingIds}::uuid[]) l where app.is_charged_back(l) is distinct from false) "isChargedBack",
      app.has_open_chargeback(${id}) is distinct from false "hasOpenChargeback"`;
}
