export type Backlog = { readonly count: number; readonly oldest: Date | null };

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
export type OrderStage = (typeof stages)[number];

export type QueueFigures = {
  readonly job: string;
  readonly waiting: Backlog;
  readonly failed: number;
};

export type ListFigures = {
  readonly list: string;
  readonly needed: boolean;
  readonly asOf: Date | null;
  /** Null if the list never expires. */
  readonly allowedHours: number | null;
};

/** Numbers and times only, without personal data. */
export type Figures = {
  readonly queues: readonly QueueFigures[];
  readonly stages: Readonly<Record<OrderStage, Backlog>>;
  readonly payments: Backlog;
  readonly unallocated: Backlog;
  /** We promise a result within a day (decision B7). */
  readonly identity: Backlog;
  readonly prices: readonly { readonly symbol: string; readonly observedAt: Date }[];
  readonly lists: readonly ListFigures[];
  readonly sealing: Backlog;
  readonly mails: Backlog;
  readonly erasures: number;
  readonly unusedFiles: { readonly files: number; readonly bytes: bigint };
};
