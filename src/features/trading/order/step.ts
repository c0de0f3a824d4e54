import type { OrderCommand } from './order.ts';

/** What a story tells of an order: its moves, and what leaves its own state as it is. */
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
  | 'chargedBack';

export type Step = {
  readonly command: OrderCommand;
  readonly reasonCode?: string | null;
  readonly note?: string | null;
  /** Whether the customer may read this line of the story. */
  readonly public?: boolean;
  /** Columns that the step fills beside the state. */
  readonly facts?: Facts;
  /** What the audit log keeps of it beside the state. */
  readonly record?: object;
};

export type Facts = {
  readonly proofFile?: string;
  readonly holdReason?: string | null;
  readonly lapsesAt?: Date | null;
};
