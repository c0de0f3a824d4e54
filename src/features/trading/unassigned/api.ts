import type { Payables } from '../../payments/move-payment.ts';
import { lookAfter } from './look-after.ts';
import {
  decideUnassigned,
  prepareReturnOfUnassigned,
  recordUnassignedReturned,
  undoUnassignedReturn,
} from './send-back.ts';
import { countOpen, showUnassigned } from './show.ts';
import { attachUnassigned, recordUnassigned } from './take-in.ts';

/** What staff do with money that stands on nothing. `payables` are the rooms whose payments it may be for. */
export const unassignedApi = (payables: Payables) => ({
  list: showUnassigned,
  count: countOpen,
  lookAfter,
  record: recordUnassigned,
  attach: attachUnassigned(payables),
  prepareReturn: prepareReturnOfUnassigned,
  decide: decideUnassigned,
  recordReturned: recordUnassignedReturned,
  undoReturn: undoUnassignedReturn,
});
