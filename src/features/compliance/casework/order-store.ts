import { allRows, type Db, firstValue } from '../../../platform/database/database.ts';
import type { OrderState } from '../../trading/order/order.ts';
import type { CaseOrder } from '../views.ts';

type DerivedField = 'misfit' | 'twoPeople' | 'release' | 'mayHold' | 'mayRelease';
export type CaseOrderRow = Omit<CaseOrder, DerivedField | keyof OrderState> &
  OrderState & {
    proposalId: string | null;
    proposedById: string | null;
    proposedBy: string | null;
    proposedAt: Date | null;
    proposalNote: string | null;
  };

export const findCaseOrders = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseOrderRow>(tx)`
    select t.id, t.reference, t.type side, t.status, t.pay_in "payIn", t.pay_out "payOut", t.held, t.lapsed,
           t.hold_reason "holdReason", t.jmd_amount::text jmd, trim_scale(t.crypto_amount)::text coins,
           t.crypto_symbol symbol, t.created_at "placedAt", s.screening_result screening, q.id "proposalId",
           q.proposed_by "proposedById", w.display_name "proposedBy", q.proposed_at "proposedAt", q.payload->>'note' "proposalNote"
      from case_orders o join transactions t on t.id = o.order_id
      left join blockchain_screening s on s.id = t.blockchain_screening_id
      left join proposals q on q.kind = 'release' and q.subject = t.id::text and q.state = 'open'
      left join profiles w on w.id = q.proposed_by
     where o.user_id = ${userId} and o.case_id = ${caseId} order by t.created_at desc limit 200`;

export const findScreeningId = (tx: Db, orderId: string) =>
  firstValue<string>(tx)`
    select blockchain_screening_id id from transactions where id = ${orderId}`;
