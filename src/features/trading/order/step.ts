import type { OrderCommand } from './order.ts';

export type OrderEvent =
  | OrderCommand
  | 'repriced'
  | 'askedPrice'
  | 'tookPrice'
  | 'extraArrived'
  | 'extraReturned'
  | 'extraBounced'
  | 'prepareReturn'
  | 'approveReturn'
  | 'declineReturn'
  | 'undoReturn'
  | 'extraUndone'
  | 'prepareUndo'
  | 'declineUndo'
  | 'askedName'
  | 'late'
  | 'placed'
  | 'reminded'
  | 'chargedBack';

export type Step = {
  readonly command: OrderCommand;
  readonly reasonCode?: string | null;
  readonly note?: string | null;
  readonly public?: boolean;
  readonly facts?: Facts;
  readonly record?: object;
};

export type Facts = {
  readonly proofFile?: string;
  readonly holdReason?: string | null;
  readonly lapsesAt?: Date | null;
};
