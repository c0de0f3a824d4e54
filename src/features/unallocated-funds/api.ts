import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import { attachUnallocated, recordUnallocatedMoney } from './allocate.ts';
import { assignToSelf } from './assign.ts';
import { decideUnallocated, prepareRefund, proposeUndoRefund, recordRefunded } from './refunds.ts';
import { countOpen, showUnallocated } from './show.ts';

export const unassignedApi = (payables: FulfilmentByProduct) => ({
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
