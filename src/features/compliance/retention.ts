import { type Day, jamaicaDay } from '../../kernel/calendar.ts';

/**
 * Records are kept for seven years after the end of a transaction, case or relationship (POCA, FSC; decision A12). A
 * transaction ends with its last movement. An open case retains all records of its customer. A closed case under
 * retention retains its orders, and the person's payments in every account.
 */
export const retentionYears = 7;

/** Adds years. 29 February becomes 1 March in a common year. */
export function addYears(day: Day, years: number): Day {
  const moment = new Date(`${Number(day.slice(0, 4)) + years}${day.slice(4)}T00:00:00Z`);
  return moment.toISOString().slice(0, 10);
}

export const getRetentionEnd = (ended: Date): Day => addYears(jamaicaDay(ended), retentionYears);

export type Relationship = {
  readonly endedAt: Date | null;
  readonly lastOrderAt: Date | null;
  readonly lastCaseAt: Date | null;
  readonly openCases: number;
};

/** Returns the day seven years after the last relationship, order or case. Null while the account or a case is open. */
export function getCustomerRetentionEnd({ endedAt, lastOrderAt, lastCaseAt, openCases }: Relationship): Day | null {
  if (endedAt === null || openCases > 0) return null;
  const last = [endedAt, lastOrderAt, lastCaseAt].filter((moment) => moment !== null);
  return getRetentionEnd(new Date(Math.max(...last.map((moment) => moment.getTime()))));
}
