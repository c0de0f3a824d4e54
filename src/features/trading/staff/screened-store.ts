import { type Db, firstValue } from '../../../platform/database/database.ts';
import { listHolds, type ScreeningResult } from '../risk-checks/release-rule.ts';

export const findScreeningResult = (tx: Db, orderId: string) =>
  firstValue<ScreeningResult>(tx)`
    select s.screening_result "result" from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = ${orderId}`;

export const isRefundApproved = async (tx: Db, orderId: string) =>
  (await firstValue<boolean>(tx)`
    select exists (select from proposals p where p.kind = 'return' and p.subject = ${orderId}::text
      and p.state = 'approved' and not exists (select from movements m where m.proposal_id = p.id)
      and not exists (select from proposals u
        where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = p.id::text)) approved`) === true;

export const findListedSince = (tx: Db, orderId: string, since: Date) =>
  firstValue<Date>(tx)`
    select min(at) at from order_events where order_id = ${orderId} and at >= ${since}
      and reason_code = any(${listHolds})`;

export const isScreenedClear = async (tx: Db, orderId: string) =>
  (await firstValue<boolean>(tx)`
    select app.is_screened_clear(id) and not assessment_pending clear
      from transactions where id = ${orderId}`) === true;
