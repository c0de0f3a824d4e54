import type { Indicator, IndicatorKind } from '../indicators/indicator.ts';
import type { PublishedVerdict, ReportStatus, Verdict } from '../shapes.ts';
import type { Checklist } from './checklist.ts';

/** A matter in the list. */
export type MatterLine = {
  readonly id: string;
  /** What its oldest report is called. */
  readonly name: string;
  readonly people: number;
  readonly reports: number;
  readonly kinds: readonly IndicatorKind[];
  readonly waitsSince: Date | null;
  readonly lastReportAt: Date;
  readonly verdict: Verdict | null;
  readonly published: boolean;
};

export type DeskIndicator = Indicator & {
  readonly id: string;
  readonly people: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly common: boolean;
  readonly commonWord: string | null;
  /** The verdict that counts for it in this matter; null where nobody judged it. */
  readonly verdictId: string | null;
  /** Whether a published warning names it. */
  readonly warned: boolean;
};

/** A file of a report, before it is opened. */
export type ReportPaper = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

export type DeskReport = {
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
  /** The verdict from which it is answered; null where what it names was not judged yet. */
  readonly verdictId: string | null;
  /** Null for whoever may not know. */
  readonly reporter: { readonly id: string; readonly name: string } | null;
  readonly evidence: ReportPaper | null;
  readonly answer: ReportPaper | null;
};

export type DeskVerdict = {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reasonCode: string;
  readonly note: string;
  readonly checklist: Checklist;
  readonly by: string;
  readonly at: Date;
};

export type DeskNote = { readonly id: string; readonly text: string; readonly by: string; readonly at: Date };

export type DeskPublication = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly verdict: PublishedVerdict;
  readonly publishedAt: Date;
  readonly withdrawnAt: Date | null;
  readonly withdrawnCode: string | null;
};

/** What a warning was proposed to say, word for word. */
export type Warning = {
  readonly verdictId: string;
  readonly verdict: PublishedVerdict;
  readonly title: string;
  readonly summary: string;
  /** Their ids. */
  readonly indicators: readonly string[];
};

/** A matter as staff read it. */
export type DeskMatter = {
  readonly id: string;
  readonly openedAt: Date;
  readonly waitsSince: Date | null;
  readonly people: number;
  readonly indicators: readonly DeskIndicator[];
  readonly reports: readonly DeskReport[];
  /** The verdict on all of it; null where nobody judged it since it took another matter in. */
  readonly verdictId: string | null;
  /** The newest first. */
  readonly verdicts: readonly DeskVerdict[];
  readonly notes: readonly DeskNote[];
  readonly publications: readonly DeskPublication[];
  /** What waits for a second person: one, or also those of the matters that it took in. */
  readonly proposals: readonly (Warning & {
    readonly id: string;
    readonly proposer: string;
    readonly proposedAt: Date;
    /** Whether whoever asks proposed it. */
    readonly mine: boolean;
  })[];
  readonly may: { readonly judge: boolean };
};

export type AppealLine = {
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
  /** Whether its warning is still read by everybody. */
  readonly standing: boolean;
  /** Whether whoever asks may answer it: they neither judged nor published. */
  readonly mayAnswer: boolean;
};
