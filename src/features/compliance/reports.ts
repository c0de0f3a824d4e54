import { addDays, type Day, jamaicaDay } from '../../kernel/calendar.ts';

export const reportViews = ['open', 'filed', 'abandoned'] as const;

/**
 * A suspicious-transaction report is due 15 calendar days after the suspicion was formed (POCA; ../shared facts 1.5),
 * in Jamaica. A suspicion of the 1st is due on the 16th and overdue on the 17th.
 */
export const daysToReport = 15;

export const reportStates = ['draft', 'filed', 'abandoned'] as const;
export type ReportState = (typeof reportStates)[number];

export const getReportDueDay = (formedOn: Day): Day => addDays(formedOn, daysToReport);

export type ReportClock = {
  readonly dueOn: Day;
  /** Whole days until the due day; negative after it. */
  readonly daysLeft: number;
  readonly state: 'done' | 'in_time' | 'soon' | 'overdue';
};

const dayMs = 86_400_000;
const daysBetween = (from: Day, until: Day): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** `soon`: at most three days are left. */
export function getReportClock({ state, dueOn }: { state: ReportState; dueOn: Day }, now: Date): ReportClock {
  const daysLeft = daysBetween(jamaicaDay(now), dueOn);
  if (state !== 'draft') return { dueOn, daysLeft, state: 'done' };
  if (daysLeft < 0) return { dueOn, daysLeft, state: 'overdue' };
  return { dueOn, daysLeft, state: daysLeft <= 3 ? 'soon' : 'in_time' };
}

export const isPossibleSuspicionDay = (day: Day, now: Date): boolean => day <= jamaicaDay(now) && day >= '2020-01-01';

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

export type Party = {
  readonly role: 'customer' | 'counterparty' | 'other';
  readonly kind: 'person' | 'entity' | 'wallet';
  readonly firstName: string;
  readonly lastName: string;
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
  readonly orders: readonly string[];
};

export type ReportGap = 'narrative' | 'reasons' | 'parties';

export const minNarrativeLength = 50;

export function getReportGaps({ narrative, reasons, parties }: ReportContent): ReportGap[] {
  const gaps: ReportGap[] = [];
  if (narrative.trim().length < minNarrativeLength) gaps.push('narrative');
  if (reasons.length === 0) gaps.push('reasons');
  if (!parties.some(({ role }) => role === 'customer')) gaps.push('parties');
  return gaps;
}
