import type { AlertOutcome, AlertPriority, AlertState, AlertType, RiskLevel } from './alerts.ts';
import type { CaseKind, CaseOutcome, CaseState } from './cases.ts';
import type { ReportClock, ReportContent, ReportGap, ReportState } from './reports.ts';

/** What the screens of compliance are told. Moments are `Date`, days are `YYYY-MM-DD` in Jamaica. */
export type After = { readonly at: Date; readonly id: string };
export type PersonName = { readonly id: string; readonly name: string };
export type CustomerName = PersonName & { readonly email: string };
/** The same two as a row names them. */
export type CustomerNamed = { readonly customerId: string; readonly customer: string; readonly email: string };
export type AssigneeNamed = { readonly assigneeId: string | null; readonly assignee: string | null };
export type OrderRef = { readonly id: string; readonly reference: string };

export type AlertLine = {
  readonly id: string;
  readonly type: AlertType;
  readonly priority: AlertPriority;
  readonly state: AlertState;
  readonly riskScore: number;
  readonly description: string;
  readonly rules: readonly string[];
  readonly customer: CustomerName;
  readonly order: OrderRef | null;
  readonly assignee: PersonName | null;
  readonly createdAt: Date;
  readonly deadline: Date;
  readonly clock: 'closed' | 'overdue' | 'due_soon' | 'due';
  readonly caseId: string | null;
  readonly caseNumber: number | null;
  readonly outcome: AlertOutcome | null;
  readonly closedAt: Date | null;
};

export type AlertCounts = Readonly<
  Record<'open' | 'overdue' | 'mine' | 'unassigned' | 'urgent' | 'high' | 'medium' | 'low', number>
>;

export type AlertPage = {
  readonly lines: readonly AlertLine[];
  readonly next: After | null;
  readonly counts: AlertCounts;
  readonly now: Date;
};

export type SnoozeLine = {
  readonly id: string;
  readonly customer: CustomerName;
  readonly rule: string;
  readonly until: Date;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly endedAt: Date | null;
  /** How many alerts were kept quiet, and when the last one was. */
  readonly suppressed: number;
  readonly lastSuppressedAt: Date | null;
};

export type AlertView = AlertLine & {
  /** As it was raised: `riskFactors`, `behavioralFlags` and whatever else led to it. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly takenAt: Date | null;
  readonly outcomeNote: string | null;
  readonly closedBy: string | null;
  /** Other alerts of this customer, newest first, at most 10. */
  readonly others: readonly AlertLine[];
  readonly openCases: readonly { readonly id: string; readonly number: number; readonly title: string }[];
  readonly snoozes: readonly SnoozeLine[];
  /** Its rules that may be snoozed. */
  readonly snoozable: readonly string[];
  /** Who may take it over: everybody with the role, but the customer concerned. */
  readonly people: readonly PersonName[];
  readonly may: { readonly take: boolean; readonly assign: boolean; readonly close: boolean; readonly gather: boolean };
  readonly now: Date;
};

export type CaseLine = {
  readonly id: string;
  readonly number: number;
  readonly kind: CaseKind;
  readonly title: string;
  readonly state: CaseState;
  readonly customer: CustomerName;
  readonly assignee: PersonName | null;
  readonly openedAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
  readonly outcome: CaseOutcome | null;
  readonly alerts: number;
  readonly orders: number;
};

export type CasePage = {
  readonly lines: readonly CaseLine[];
  readonly next: After | null;
  readonly counts: { readonly open: number; readonly mine: number };
  readonly now: Date;
};

export type CaseOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  readonly status: string;
  readonly payIn: string;
  readonly payOut: string;
  readonly held: boolean;
  readonly holdReason: string | null;
  /** J$ with two places, as text. */
  readonly jmd: string;
  readonly coins: string;
  readonly symbol: string;
  readonly placedAt: Date;
  /** What screening last said of its wallet; null where nothing was screened. */
  readonly screening: 'clear' | 'flagged' | 'high_risk' | 'error' | null;
  /** Of one that is held: why its customer could not place it now; null where they could. */
  readonly misfit: 'customer_stopped' | 'limit_exceeded_after_sending' | 'source_of_funds' | null;
  /** Its release takes two people. */
  readonly twoPeople: boolean;
  /** The release that waits for a second person. */
  readonly release: {
    readonly proposalId: string;
    readonly proposedBy: PersonName;
    readonly proposedAt: Date;
    readonly note: string;
    /** Whether whoever asks may decide it; who may not proposed it, and may take it back. */
    readonly mayDecide: boolean;
    readonly mayWithdraw: boolean;
  } | null;
  readonly mayHold: boolean;
  readonly mayRelease: boolean;
};

export type CaseScreening = {
  readonly id: string;
  readonly wallet: string;
  readonly symbol: string;
  readonly network: string;
  readonly result: string;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly provider: string;
  /** Who was found where. */
  readonly matches: readonly string[];
  readonly at: Date;
};

export type CaseHit = {
  readonly id: string;
  readonly source: string;
  readonly partyRef: string;
  readonly score: number;
  readonly state: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

export type CaseFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: string;
  readonly addedBy: string;
  readonly addedAt: Date;
};

/** A line of the time line, oldest first. `person` is null where the product did it. */
export type CaseEvent = {
  readonly id: string;
  readonly at: Date;
  readonly event: CaseEventName;
  readonly person: string | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
};

export type CaseEventName =
  | `${'alert' | 'order' | 'screening' | 'hit' | 'file'}_added`
  | `order_${'held' | 'released'}`
  | `release_${'proposed' | 'rejected' | 'withdrawn'}`
  | `report_${'opened' | 'filed' | 'abandoned'}`
  | ('opened' | 'noted' | 'assigned' | 'review_started' | 'closed' | 'reopened');

export type CaseView = CaseLine & {
  readonly openedBy: string | null;
  readonly outcomeText: string | null;
  readonly closedBy: string | null;
  readonly alertLines: readonly AlertLine[];
  readonly orderLines: readonly CaseOrder[];
  /** Other orders of the customer that could be added, newest first, at most 20. */
  readonly otherOrders: readonly OrderRef[];
  readonly otherAlerts: readonly AlertLine[];
  readonly screenings: readonly CaseScreening[];
  readonly hits: readonly CaseHit[];
  readonly files: readonly CaseFile[];
  readonly events: readonly CaseEvent[];
  /** Reports from this case; null for whoever may not know whether there are any. */
  readonly reports: readonly ReportLine[] | null;
  readonly people: readonly PersonName[];
  readonly may: Readonly<Record<'work' | 'startReview' | 'close' | 'reopen' | 'report', boolean>>;
  readonly now: Date;
};

export type ReportLine = {
  readonly id: string;
  readonly number: number;
  readonly caseId: string;
  readonly caseNumber: number;
  readonly customer: CustomerName;
  readonly state: ReportState;
  readonly suspicionFormedOn: string;
  readonly clock: ReportClock;
  readonly version: number;
  readonly fidReference: string | null;
  readonly filedOn: string | null;
};

export type ReportPage = {
  readonly lines: readonly ReportLine[];
  readonly next: string | null;
  readonly counts: { readonly open: number; readonly overdue: number };
};

export type ReportView = ReportLine & {
  readonly content: ReportContent;
  readonly gaps: readonly ReportGap[];
  /** Earlier saved drafts, newest first; `compliance/reportVersion` is not needed: they come whole. */
  readonly versions: readonly {
    readonly version: number;
    readonly writtenBy: string;
    readonly writtenAt: Date;
    readonly content: ReportContent;
  }[];
  /** The orders of the customer to choose from, newest first, at most 100, and all that the draft names. */
  readonly orders: readonly (OrderRef & {
    readonly side: 'buy' | 'sell';
    readonly jmd: string;
    readonly coins: string;
    readonly symbol: string;
    readonly placedAt: Date;
    readonly status: string;
  })[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
  readonly abandonReason: string | null;
};

/** The file for the goAML portal, and what its schema says about it: nothing when it is sound. */
export type ReportXml = { readonly fileName: string; readonly xml: string; readonly problems: readonly string[] };

export type CustomerLine = {
  readonly customer: CustomerName;
  /** The level staff gave at the last review, or that of the latest assessment, or of Enhanced KYC. */
  readonly level: RiskLevel;
  /** Of the latest assessment; 0 where there is none. */
  readonly score: number;
  readonly pep: boolean;
  readonly tier: 0 | 1 | 2 | 3;
  readonly openAlerts: number;
  readonly openCases: number;
  readonly lastAssessedAt: Date | null;
  readonly lastReviewedAt: Date | null;
  readonly lastReviewedBy: string | null;
  readonly nextReviewOn: string | null;
  readonly reviewDue: boolean;
};

export type CustomerPage = {
  readonly lines: readonly CustomerLine[];
  readonly next: { readonly score: number; readonly id: string } | null;
  readonly now: Date;
};

/** One Jamaican calendar month, `YYYY-MM`. Minutes are medians; null where nothing was closed. */
export type MonthFigures = {
  readonly month: string;
  readonly alertsRaised: number;
  readonly alertsClosed: number;
  readonly alertsClosedLate: number;
  readonly closedByOutcome: Readonly<Record<AlertOutcome, number>>;
  readonly minutesToClose: number | null;
  readonly suppressed: number;
  readonly casesOpened: number;
  readonly casesClosed: number;
  /** Null for whoever may not know of reports. */
  readonly reportsFiled: number | null;
  readonly holds: number;
  readonly releases: number;
  readonly blockedOrders: number;
};

export type Figures = { readonly months: readonly MonthFigures[] };
