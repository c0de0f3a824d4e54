import type { call } from '../../ui/client.ts';
import type { AlertOutcome, AlertPriority, AlertState, AlertType, RiskLevel } from './alerts.ts';
import type { CaseKind, CaseOutcome, CaseState } from './cases.ts';
import type { ReportClock, ReportState } from './reports.ts';

type Commands = typeof call.compliance;
type Output<Name extends keyof Commands> = Awaited<ReturnType<Commands[Name]>>;

/** Outputs of commands. In all views, times are `Date` and days are `YYYY-MM-DD` in Jamaica. */
export type AlertPage = Output<'alerts'>;
export type AlertView = Output<'alert'>;
export type CasePage = Output<'cases'>;
export type CaseView = Output<'case'>;
export type ReportPage = Output<'reports'>;
export type ReportView = Output<'report'>;
export type ReportXml = Output<'reportXml'>;
export type CustomerPage = Output<'customers'>;

export type PersonName = { readonly id: string; readonly name: string };
export type CustomerName = PersonName & { readonly email: string };
export type CustomerColumns = { readonly customerId: string; readonly customer: string; readonly email: string };
export type AssigneeColumns = { readonly assigneeId: string | null; readonly assignee: string | null };
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
  readonly amount: string | null;
  readonly coins: string | null;
  readonly ruleSet: string | null;
  readonly assignee: PersonName | null;
  readonly createdAt: Date;
  readonly deadline: Date;
  readonly clock: 'closed' | 'overdue' | 'due_soon' | 'due';
  readonly caseId: string | null;
  readonly caseNumber: number | null;
  readonly outcome: AlertOutcome | null;
  readonly closedAt: Date | null;
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
  readonly suppressed: number;
  readonly lastSuppressedAt: Date | null;
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

export type CaseOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  readonly status: string;
  readonly payIn: string;
  readonly payOut: string;
  readonly held: boolean;
  readonly holdReason: string | null;
  /** J$ with two decimals. */
  readonly jmd: string;
  readonly coins: string;
  readonly symbol: string;
  readonly placedAt: Date;
  readonly screening: 'clear' | 'flagged' | 'high_risk' | 'error' | null;
  /** For a held order: the rule that would refuse the order today, or null. */
  readonly misfit: 'customer_stopped' | 'limit_exceeded_after_sending' | 'source_of_funds' | null;
  readonly twoPeople: boolean;
  readonly release: {
    readonly proposalId: string;
    readonly proposedBy: PersonName;
    readonly proposedAt: Date;
    readonly note: string;
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

export type CustomerLine = {
  readonly customer: CustomerName;
  /** Worst level of open alerts and the current assessment or review, else of Enhanced KYC (F11). */
  readonly level: RiskLevel;
  readonly score: number;
  readonly riskAt: Date | null;
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
