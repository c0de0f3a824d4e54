import type { Payables } from '../payments/move-payment.ts';
import { askName, confirmLine, splitLine } from './confirm.ts';
import { bringBack, countLines, findAwaited, listLines, setAside } from './show.ts';
import { decideTwo, proposeTwo } from './tell-apart.ts';
import { keepFormat, listFormats, uploadStatement } from './upload.ts';

/** What staff do with the lines of our bank accounts. `payables` are the rooms whose payments they may be for. */
export const bankLinesApi = (payables: Payables) => ({
  list: listLines,
  count: countLines,
  find: findAwaited,
  formats: listFormats,
  keepFormat,
  upload: uploadStatement,
  confirm: confirmLine(payables),
  split: splitLine(payables),
  askName: askName(payables),
  setAside,
  bringBack,
  proposeTwo,
  decideTwo,
});
