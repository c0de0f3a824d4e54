import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import { showBatch, startBatch } from './batch.ts';
import { askName, confirmLine, splitLine } from './confirm-line.ts';
import {
  countLines,
  decideDistinct,
  dismissLine,
  findAwaited,
  listLines,
  proposeDistinct,
  restoreLine,
} from './review-lines.ts';
import { listFormats, saveBankFormat, uploadStatement } from './upload-statement.ts';

export const bankLinesApi = (payables: FulfilmentByProduct) => ({
  list: listLines,
  count: countLines,
  find: findAwaited,
  formats: listFormats,
  saveFormat: saveBankFormat,
  upload: uploadStatement,
  confirm: confirmLine(payables),
  split: splitLine(payables),
  askName: askName(payables),
  dismissLine,
  restoreLine,
  proposeDistinct,
  decideDistinct,
  startBatch,
  batch: showBatch,
});
