import type { Indicator } from './indicators/indicator.ts';

export const reportStatuses = ['submitted', 'in_review', 'completed', 'declined'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report in the list of whoever handed it in. `reportFile` is there once it is completed and has one. */
export type OwnReport = {
  readonly id: string;
  readonly name: string;
  readonly status: ReportStatus;
  readonly reportFile: string | null;
  readonly evidenceFile: string | null;
  readonly createdAt: Date;
};

export const verdicts = ['scam', 'likely', 'unclear', 'legitimate', 'not_enough'] as const;
export type Verdict = (typeof verdicts)[number];
export type PublishedVerdict = Extract<Verdict, 'scam' | 'likely' | 'legitimate'>;

/**
 * What may be told of one thing. `published`: two people of ours stand behind it, and everybody may know. `reported`:
 * several people named it and nobody of ours looked yet; whoever is signed in hears that, and never of a name.
 */
export type Known =
  | {
      readonly told: 'published';
      readonly verdict: PublishedVerdict;
      readonly people: number;
      readonly slug: string;
      readonly firstDay: string;
    }
  | { readonly told: 'reported' };

/** What is said at once of one thing that was typed. */
export type Finding = Indicator & {
  /** One of ours, made to look like it, or of letters that are misread. */
  readonly likeness: 'ours' | 'alike' | 'misleading' | null;
  /** Whether it is a wallet on a sanctions list that its publisher shows to everybody. */
  readonly listed: boolean;
  readonly known: Known | null;
};
