import { type Db, firstValue } from '../../../platform/database.ts';
import { listHolds, type ScreeningResult } from '../judging/release-rule.ts';

/** What screening last said of an order's wallet, for those who may know it; null where nothing was screened. */
export const screeningOf = (tx: Db, orderId: string) =>
  firstValue<ScreeningResult>(tx)`
    select s.screening_result "result" from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = ${orderId}`;

/** Whether two people approved that something of an order goes back, and nobody wrote down yet that it did. */
export const isReturnApproved = async (tx: Db, orderId: string) =>
  (await firstValue<boolean>(tx)`
    select exists (select from proposals p where p.kind = 'return' and p.subject = ${orderId}::text
      and p.state = 'approved' and not exists (select from movements m where m.proposal_id = p.id)
      and not exists (select from proposals u
        where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = p.id::text)) approved`) === true;

/** When a list first stopped an order after a moment; null where none did. */
export const listedSince = (tx: Db, orderId: string, since: Date) =>
  firstValue<Date>(tx)`
    select min(at) at from order_events where order_id = ${orderId} and at >= ${since}
      and reason_code = any(${listHolds})`;

/** Whether an order's wallet is clear and its price judged, no more than that: also for those who see no screenings. */
export const isScreenedClear = async (tx: Db, orderId: string) =>
  (await firstValue<boolean>(tx)`
    select app.screened_clear(id) and not unjudged clear
      from transactions where id = ${orderId}`) === true;
