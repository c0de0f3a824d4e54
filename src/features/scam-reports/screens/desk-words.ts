import type { BadgeKind } from '../../../ui/badge.tsx';
import type { call } from '../../../ui/client.ts';
import type { IndicatorKind } from '../indicators/indicator.ts';
import type { ReportStatus, Verdict } from '../shapes.ts';
import { kindWords, verdictWords } from '../warning-words.ts';

type Read = Awaited<ReturnType<typeof call.scamDesk.matter>>;
/** A matter as the desk reads it, where it still stands by itself. */
export type MatterCase = Exclude<Read, { movedTo: string }>;
export type MatterReport = MatterCase['reports'][number];
export type MatterThing = MatterCase['indicators'][number];
export type MatterPublication = MatterCase['publications'][number];
export type MatterLine = Awaited<ReturnType<typeof call.scamDesk.matters>>['lines'][number];

export type Appeal = Awaited<ReturnType<typeof call.scamDesk.appeals>>['lines'][number];

type Word = { readonly kind: BadgeKind; readonly text: string };

export const verdictWord = (verdict: Verdict | null): Word =>
  verdict === null
    ? { kind: 'pending', text: 'Not judged' }
    : {
        kind: verdict === 'legitimate' ? 'approved' : verdict === 'scam' || verdict === 'likely' ? 'rejected' : 'other',
        text: verdictWords[verdict].short,
      };

export const reportWord: Readonly<Record<ReportStatus, Word>> = {
  submitted: { kind: 'pending', text: 'New' },
  in_review: { kind: 'pending', text: 'In review' },
  completed: { kind: 'approved', text: 'Completed' },
  declined: { kind: 'rejected', text: 'Declined' },
};

export const appealWord: Readonly<Record<Appeal['state'], Word>> = {
  open: { kind: 'pending', text: 'To answer' },
  upheld: { kind: 'approved', text: 'Upheld' },
  dismissed: { kind: 'rejected', text: 'Dismissed' },
};

export const kindsText = (kinds: readonly IndicatorKind[]): string =>
  kinds.length === 0 ? 'Nothing named' : kinds.map((kind) => kindWords[kind]).join(', ');
