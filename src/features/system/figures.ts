/** How many of something there are, and since when the oldest of them. */
export type Standing = { readonly count: number; readonly oldest: Date | null };

/** Where an open order stands, as far as somebody has to move it on. */
export const stages = [
  'awaiting_payment',
  'awaiting_choice',
  'claimed',
  'received',
  'prepared',
  'approved',
  'pay_out_failed',
  'held',
  'to_return',
  'extras',
] as const;
export type Stage = (typeof stages)[number];

export type QueueFigures = {
  readonly job: string;
  /** What was asked for and is not begun. */
  readonly waiting: Standing;
  /** What was given up and still stands to be seen. */
  readonly failed: number;
};

export type ListFigures = {
  readonly list: string;
  readonly needed: boolean;
  /** When it was last known to be its publisher's newest. */
  readonly asOf: Date | null;
  /** How old it may grow; null for one that does not age. */
  readonly allowedHours: number | null;
};

/** What the database says of how the house stands: numbers and moments, and of nobody in particular. */
export type Figures = {
  readonly queues: readonly QueueFigures[];
  readonly stages: Readonly<Record<Stage, Standing>>;
  /** Payments for anything but crypto that wait for us. */
  readonly payments: Standing;
  readonly unassigned: Standing;
  /** Identity checks that wait for staff: each was promised an answer within a day (decision B7). */
  readonly identity: Standing;
  readonly prices: readonly { readonly symbol: string; readonly observedAt: Date }[];
  readonly lists: readonly ListFigures[];
  readonly sealing: Standing;
  readonly mails: Standing;
  readonly erasures: number;
  /** Files that were sent and never handed in, and what may lie here of them. */
  readonly unusedFiles: { readonly files: number; readonly bytes: bigint };
};
