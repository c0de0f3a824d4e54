/** What of a table goes into one's own record, and for each column that does not, why. */
export type Recorded = {
  /** By which column the person is known there. */
  readonly owner: string;
  readonly given: readonly string[];
  /** Reason, then the columns that it is true of. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  /** Rows that are not theirs. */
  readonly except?: string;
  /** What of a column is given, where that is not all of it. */
  readonly instead?: Readonly<Record<string, string>>;
};

/** Why something of a table is not given. */
export const inner = 'the product alone works with it';
export const judged = 'how staff judge somebody is not theirs to read (decision A7)';
export const said = 'told in words for customers by the screens';
