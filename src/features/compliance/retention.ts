import { type Day, jamaicaDay } from '../../kernel/calendar.ts';

/**
 * How long records are kept: seven years after a transaction, after a case and after the relationship ended (POCA, FSC;
 * decision A12). A transaction, of an order or of a payment, is over when something last moved of it. Whatever its mark
 * says, nothing of a customer with an open case is erased, nor an order on which a case rests that is kept, nor a
 * payment of whomever such a case is about, whichever account of theirs.
 */
export const keptYears = 7;

/** The day so many years later; 29 February becomes 1 March of a common year. */
export function yearsAfter(day: Day, years: number): Day {
  const moment = new Date(`${Number(day.slice(0, 4)) + years}${day.slice(4)}T00:00:00Z`);
  return moment.toISOString().slice(0, 10);
}

/** Until which day a record must be kept that ended at a moment. */
export const keptAfter = (ended: Date): Day => yearsAfter(jamaicaDay(ended), keptYears);

export type Relationship = {
  /** When the account was closed; null while it is open, which has no end. */
  readonly endedAt: Date | null;
  /** When the last order or payment was over. */
  readonly lastOrderAt: Date | null;
  readonly lastCaseAt: Date | null;
  readonly openCases: number;
};

/**
 * Until which day a customer's records are kept: seven years after the last of relationship, order and case. Null while
 * the account or a case about it is open: then there is no such day yet.
 */
export function customerKeptUntil({ endedAt, lastOrderAt, lastCaseAt, openCases }: Relationship): Day | null {
  if (endedAt === null || openCases > 0) return null;
  const last = [endedAt, lastOrderAt, lastCaseAt].filter((moment) => moment !== null);
  return keptAfter(new Date(Math.max(...last.map((moment) => moment.getTime()))));
}
