/** A course as its class is written to: numbers, and nobody's name. */
export type ClassLine = {
  readonly courseId: string;
  readonly title: string;
  /** Who takes it now, and who of them has all of it behind them; null below five, of whom it would tell too much. */
  readonly learners: number;
  readonly finished: number | null;
  readonly last: ClassSent | null;
  /** Whether its class was written to today. */
  readonly today: boolean;
};

export type ClassSent = {
  readonly subject: string;
  readonly sentAt: Date;
  readonly by: string;
  /** To how many mails were sent; they go out bit by bit. */
  readonly writtenTo: number;
};

/** What was written to a class that somebody is in. */
export type ClassNote = {
  readonly id: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly subject: string;
  readonly body: string;
  readonly sentAt: Date;
};

/** Whether somebody wants mails of a class. */
export type ClassMails = { readonly courseId: string; readonly title: string; readonly mails: boolean };
