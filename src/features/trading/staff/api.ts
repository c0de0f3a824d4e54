import { addNote, cancelOrder, failOrder, holdOrder, releaseOrder } from './hold-cancel-fail.ts';
import { confirmReceived, recordExtra, rejectClaim, startProcessing } from './pay-in.ts';
import { approvePayout, preparePayout, recordSent, sendBackPayout, withdrawPayout } from './pay-out.ts';
import { approveReturn, declineReturn, prepareReturn, recordReturned } from './refunds.ts';
import { screenAgain } from './screened.ts';
import { showOrder, showQueue, showWallet } from './show-orders.ts';
import { approveUndo, declineUndo, prepareUndo } from './undo.ts';
import { proposeUnlink } from './unlink-payment.ts';

export const deskApi = {
  queue: showQueue,
  order: showOrder,
  wallet: showWallet,
  confirmReceived,
  recordExtra,
  rejectClaim,
  startProcessing,
  preparePayout,
  approvePayout,
  sendBackPayout,
  withdrawPayout,
  recordSent,
  fail: failOrder,
  cancel: cancelOrder,
  prepareReturn,
  approveReturn,
  declineReturn,
  recordReturned,
  prepareUndo,
  undoPayIn: proposeUnlink,
  approveUndo,
  declineUndo,
  hold: holdOrder,
  release: releaseOrder,
  screenAgain,
  note: addNote,
};
