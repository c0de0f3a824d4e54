import type { Indicator, IndicatorKind } from '../indicators/indicator.ts';
import type { PublishedVerdict, ReportStatus, Verdict } from '../types.ts';
import type { Checklist } from './checklist.ts';

export type CaseRow = {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly reports: number;
  readonly kinds: readonly IndicatorKind[];
  readonly waitsSince: Date | null;
  readonly lastReportAt: Date;
  readonly verdict: Verdict | null;
  readonly published: boolean;
};

export type CaseIndicator = Indicator & {
  readonly id: string;
  readonly people: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly common: boolean;
  readonly commonWord: string | null;
  /** Current verdict on this indicator in this case; null when unjudged. */
  readonly verdictId: string | null;
  readonly warned: boolean;
};

export type ReportFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

export type CaseReport = {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly suspiciousNotes: string | null;
  readonly status: ReportStatus;
  readonly reasonCode: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly verdictId: string | null;
  /** Null for roles that may not see reporters. */
  readonly reporter: { readonly id: string; readonly name: string } | null;
  readonly evidence: ReportFile | null;
  readonly answer: ReportFile | null;
};

export type RelatedCase = { readonly id: string; readonly name: string; readonly shared: number };

export type CaseVerdict = {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reasonCode: string;
  readonly note: string;
  readonly checklist: Checklist;
  readonly by: string;
  readonly at: Date;
};

export type CaseNote = { readonly id: string; readonly text: string; readonly by: string; readonly at: Date };

export type CasePublication = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly verdict: PublishedVerdict;
  readonly publishedAt: Date;
  readonly withdrawnAt: Date | null;
  readonly withdrawnCode: string | null;
};

export type Warning = {
  readonly verdictId: string;
  readonly verdict: PublishedVerdict;
  readonly title: string;
  readonly summary: string;
  readonly indicators: readonly string[];
};

export type CaseDetails = {
  readonly id: string;
  readonly openedAt: Date;
  readonly waitsSince: Date | null;
  readonly people: number;
  readonly indicators: readonly CaseIndicator[];
  readonly reports: readonly CaseReport[];
  readonly verdictId: string | null;
  readonly verdicts: readonly CaseVerdict[];
  readonly notes: readonly CaseNote[];
  readonly related: readonly RelatedCase[];
  readonly publications: readonly CasePublication[];
  /** Includes proposals of merged cases. */
  readonly proposals: readonly (Warning & {
    readonly id: string;
    readonly proposer: string;
    readonly proposedAt: Date;
    readonly mine: boolean;
  })[];
  readonly may: { readonly judge: boolean };
};

export type AppealRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly statement: string;
  readonly state: 'open' | 'upheld' | 'dismissed';
  readonly at: Date;
  readonly answer: string | null;
  readonly title: string;
  readonly slug: string;
  readonly matterId: string;
  readonly standing: boolean;
  readonly mayAnswer: boolean;
};
