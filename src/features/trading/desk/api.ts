import { approveReturn, declineReturn, prepareReturn } from './money-back.ts';
import { confirmReceived, rejectClaim, startProcessing } from './pay-in.ts';
import {
  approvePayout,
  completeOrder,
  payoutFailed,
  preparePayout,
  sendBackPayout,
  withdrawPayout,
} from './pay-out.ts';
import { screenAgain } from './screened.ts';
import { showOrder, showQueue } from './show-desk.ts';
import { showWallet } from './show-wallet.ts';
import { addNote, cancelOrder, failOrder, holdOrder, releaseOrder } from './stop.ts';

export const deskApi = {
  queue: showQueue,
  order: showOrder,
  wallet: showWallet,
  confirmReceived,
  rejectClaim,
  startProcessing,
  preparePayout,
  approvePayout,
  sendBackPayout,
  withdrawPayout,
  payoutFailed,
  complete: completeOrder,
  fail: failOrder,
  cancel: cancelOrder,
  prepareReturn,
  approveReturn,
  declineReturn,
  hold: holdOrder,
  release: releaseOrder,
  screenAgain,
  note: addNote,
};
