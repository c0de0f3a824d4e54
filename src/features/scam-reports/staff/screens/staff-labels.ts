import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { call } from '../../../../ui/client.ts';
import type { IndicatorKind } from '../../indicators/indicator.ts';
import type { ReportStatus, Verdict } from '../../types.ts';
import { kindLabels, verdictTexts } from '../../warning-texts.ts';

type CaseResponse = Awaited<ReturnType<typeof call.scamDesk.matter>>;
export type MatterCase = Exclude<CaseResponse, { movedTo: string }>;
export type MatterReport = MatterCase['reports'][number];
export type MatterThing = MatterCase['indicators'][number];
export type MatterPublication = MatterCase['publications'][number];
export type MatterLine = Awaited<ReturnType<typeof call.scamDesk.matters>>['lines'][number];

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
