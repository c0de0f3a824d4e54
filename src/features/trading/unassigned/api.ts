import {
  decideUnassigned,
  prepareReturnOfUnassigned,
  recordUnassignedReturned,
  undoUnassignedReturn,
} from './send-back.ts';
import { countOpen, showUnassigned } from './show.ts';
import { attachUnassigned, recordUnassigned } from './take-in.ts';

export const unassignedApi = {
  list: showUnassigned,
  count: countOpen,
  record: recordUnassigned,
  attach: attachUnassigned,
  prepareReturn: prepareReturnOfUnassigned,
  decide: decideUnassigned,
  recordReturned: recordUnassignedReturned,
  undoReturn: undoUnassignedReturn,
};
