import {
  decideUnassigned,
  prepareReturnOfUnassigned,
  recordUnassignedReturned,
  undoUnassignedReturn,
} from './send-back.ts';
import { showUnassigned } from './show.ts';
import { attachUnassigned, recordUnassigned } from './take-in.ts';

export const unassignedApi = {
  list: showUnassigned,
  record: recordUnassigned,
  attach: attachUnassigned,
  prepareReturn: prepareReturnOfUnassigned,
  decide: decideUnassigned,
  recordReturned: recordUnassignedReturned,
  undoReturn: undoUnassignedReturn,
};
