import { isSamePerson } from '../../platform/database/database.ts';
import { setAssignee } from '../ledger/unallocated-store.ts';
import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import { unallocatedPermissions } from '../trading/permissions.ts';
import { refusalCodes, refuse } from '../trading/staff-messages.ts';
import { attachUnallocated, recordUnallocatedMoney } from './allocate.ts';
import { lockUnallocated, recordMoneyEvent, unallocatedProcedure } from './guards.ts';
import { decideUnallocated, prepareRefund, proposeUndoRefund, recordRefunded } from './refunds.ts';
import { OneMoney } from './schema.ts';
import { countOpen, showUnallocated } from './show.ts';

/** Makes the signed-in user the keeper of unallocated money (decision E6). Other staff can still work on it. */
const assignToSelf = unallocatedProcedure(unallocatedPermissions.work)
  .errors(refusalCodes('desk.yours_already'))
  .input(OneMoney)
  .handler(async function assignToSelf({ context, input }) {
    const { tx, person, services } = context;
    const money = await lockUnallocated(context, input.movementId);
    if (money.keeper && isSamePerson(person, money.keeper.id)) refuse('desk.yours_already', {});
    const assignment = { keeper: person.id, at: services.clock() };
    if (!(await setAssignee(tx, money.id, assignment))) refuse('desk.no_such_money', {});
    const after = { keeper: person.id, before: money.keeper?.id ?? null };
    return recordMoneyEvent(context, money, { action: 'unallocatedTaken', after });
  });

export const unallocatedApi = (payables: FulfilmentByProduct) => ({
  list: showUnallocated,
  count: countOpen,
  assignToSelf,
  record: recordUnallocatedMoney,
  attach: attachUnallocated(payables),
  prepareReturn: prepareRefund,
  decide: decideUnallocated,
  recordReturned: recordRefunded,
  undoReturn: proposeUndoRefund,
});
