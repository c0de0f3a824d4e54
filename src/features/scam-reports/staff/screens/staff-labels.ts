import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { call } from '../../../../ui/client.ts';
import type { IndicatorKind, ReportStatus, Verdict } from '../../types.ts';
import { kindLabels, verdictTexts } from '../../warning-texts.ts';

export const scamStaffNotices = {
  reviewed: { title: 'In review', text: "The reporters can see that we're reviewing it." },
  noted: { title: 'Note added', text: 'Your note is saved.' },
  judged: { title: 'Verdict saved', text: 'You can now answer the reports in this case.' },
  joined: { title: 'Cases merged', text: 'All reports are now in one case.' },
  separated: { title: 'Report separated', text: 'The report now has its own case.' },
  common: { title: 'Marked as shared', text: 'This indicator no longer links reports or shows up in lookups.' },
  uncommon: { title: 'Mark removed', text: 'This indicator links reports and shows up in lookups again.' },
  drawn: { title: 'Report file generated', text: 'Check it before you send it.' },
  completed: { title: 'Completed', text: 'The reporter gets an email and can download the report.' },
  declined: { title: 'Declined', text: 'The reporter gets an email.' },
  proposed: { title: 'Proposed', text: 'The warning goes live once a colleague approves this text.' },
  approve: { title: 'Published', text: 'The warning is now public.' },
  reject: { title: 'Rejected', text: 'Nothing was published.' },
  withdraw: { title: 'Proposal withdrawn', text: 'Nothing was published.' },
  withdrawn: { title: 'Withdrawn', text: 'The warning is no longer public.' },
  answered: { title: 'Answered', text: 'The person who appealed gets an email.' },
} as const;

type CaseResponse = Awaited<ReturnType<typeof call.scamDesk.case>>;
export type CaseDetails = Exclude<CaseResponse, { movedTo: string }>;
export type CaseReport = CaseDetails['reports'][number];
export type CaseIndicator = CaseDetails['indicators'][number];
export type CasePublication = CaseDetails['publications'][number];
export type CaseLine = Awaited<ReturnType<typeof call.scamDesk.cases>>['lines'][number];

export type Appeal = Awaited<ReturnType<typeof call.scamDesk.appeals>>['lines'][number];

type Label = { readonly kind: BadgeKind; readonly text: string };

export const verdictLabel = (verdict: Verdict | null): Label =>
  verdict === null
    ? { kind: 'pending', text: 'Not judged' }
    : {
        kind: verdict === 'legitimate' ? 'approved' : verdict === 'scam' || verdict === 'likely' ? 'rejected' : 'other',
        text: verdictTexts[verdict].short,
      };

export const reportLabels: Readonly<Record<ReportStatus, Label>> = {
  submitted: { kind: 'pending', text: 'New' },
  in_review: { kind: 'pending', text: 'In review' },
  completed: { kind: 'approved', text: 'Completed' },
  declined: { kind: 'rejected', text: 'Declined' },
};

export const appealLabels: Readonly<Record<Appeal['state'], Label>> = {
  open: { kind: 'pending', text: 'Open' },
  upheld: { kind: 'approved', text: 'Upheld' },
  dismissed: { kind: 'rejected', text: 'Dismissed' },
};

export const formatKinds = (kinds: readonly IndicatorKind[]): string =>
  kinds.length === 0 ? 'None' : kinds.map((kind) => kindLabels[kind]).join(', ');
