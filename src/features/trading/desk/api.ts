import { approveReturn, declineReturn, prepareReturn, recordReturned } from './money-back.ts';
import { confirmReceived, recordExtra, rejectClaim, startProcessing } from './pay-in.ts';
import { approvePayout, preparePayout, recordSent, sendBackPayout, withdrawPayout } from './pay-out.ts';
import { screenAgain } from './screened.ts';
import { showOrder, showQueue } from './show-desk.ts';
import { showWallet } from './show-wallet.ts';
import { addNote, cancelOrder, failOrder, holdOrder, releaseOrder } from './stop.ts';
import { approveUndo, declineUndo, prepareUndo } from './undo.ts';
import { undoPayIn } from './undo-pay-in.ts';

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
  undoPayIn,
  approveUndo,
  declineUndo,
  hold: holdOrder,
  release: releaseOrder,
  screenAgain,
  note: addNote,
};
