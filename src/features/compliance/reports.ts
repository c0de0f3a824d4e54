import { type Day, jamaicaDay, shiftDay } from '../../kernel/calendar.ts';

/**
 * A suspicious-transaction report goes to the Financial Investigations Division within 15 days after the suspicion was
 * formed (POCA; ../shared facts 1.5). The clock counts Jamaican calendar days: a suspicion of the 1st is due on the
 * 16th, and overdue from the 17th on.
 */
export const daysToReport = 15;

export const reportStates = ['draft', 'filed', 'abandoned'] as const;
export type ReportState = (typeof reportStates)[number];

/** The last day on which a report about a suspicion of this day is in time. */
export const reportDue = (formedOn: Day): Day => shiftDay(formedOn, daysToReport);

export type ReportClock = {
  readonly dueOn: Day;
  /** Whole days until the due day; 0 on it, negative after it. */
  readonly daysLeft: number;
  readonly state: 'done' | 'in_time' | 'soon' | 'overdue';
};

const dayMs = 86_400_000;
const daysBetween = (from: Day, until: Day): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** Where the clock of a report stands; a filed or abandoned one has none. Soon: three days or fewer are left. */
export function reportClock({ state, dueOn }: { state: ReportState; dueOn: Day }, now: Date): ReportClock {
  const daysLeft = daysBetween(jamaicaDay(now), dueOn);
  if (state !== 'draft') return { dueOn, daysLeft, state: 'done' };
  if (daysLeft < 0) return { dueOn, daysLeft, state: 'overdue' };
  return { dueOn, daysLeft, state: daysLeft <= 3 ? 'soon' : 'in_time' };
}

/** A suspicion cannot be formed tomorrow. */
export const mayHaveFormed = (day: Day, now: Date): boolean => day <= jamaicaDay(now) && day >= '2020-01-01';

/** What gives reason to report: the indicators that goes into the file. */
export const reportReasons = {
  LISTED: 'Listed wallet or person',
  STRUCTURING: 'Amounts kept below a threshold',
  SOURCE: 'Source of funds not explained',
  THIRD_PARTY: 'Money or coins of a third party',
  IDENTITY: 'Doubts about who the customer is',
  PATTERN: 'Pattern without a lawful purpose',
  FRAUD: 'Proceeds of fraud',
} as const;
export type ReportReason = keyof typeof reportReasons;
export const reportReasonCodes = Object.keys(reportReasons) as ReportReason[];

/** Somebody in a report: the customer, or another side of a transaction as far as we know it. */
export type Party = {
  readonly role: 'customer' | 'counterparty' | 'other';
  readonly kind: 'person' | 'entity' | 'wallet';
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD, or empty. */
  readonly birthDate: string;
  readonly country: string;
  readonly account: string;
  readonly note: string;
};

export type ReportContent = {
  readonly narrative: string;
  readonly action: string;
  readonly reasons: readonly ReportReason[];
  readonly parties: readonly Party[];
  /** Orders of the customer that the report is about, by id. */
  readonly orders: readonly string[];
};

export type ReportGap = 'narrative' | 'reasons' | 'parties';

/** The shortest narrative that tells anything. */
export const shortestNarrative = 50;

/** What still keeps a draft from being filed. */
export function gapsOf({ narrative, reasons, parties }: ReportContent): ReportGap[] {
  const gaps: ReportGap[] = [];
  if (narrative.trim().length < shortestNarrative) gaps.push('narrative');
  if (reasons.length === 0) gaps.push('reasons');
  if (!parties.some(({ role }) => role === 'customer')) gaps.push('parties');
  return gaps;
}
