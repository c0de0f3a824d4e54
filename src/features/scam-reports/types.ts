export const indicatorKinds = ['domain', 'wallet', 'phone', 'handle', 'email', 'name'] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/** `value` is normalized. `scope` is the address family of a wallet or the service of a handle, else empty. */
export type Indicator = { readonly kind: IndicatorKind; readonly scope: string; readonly value: string };

export const maxTextLength = 10_000;
export const maxValueLength = 320;
export const maxIndicators = 40;

export const indicatorKey = ({ kind, scope, value }: Indicator): string => `${kind} ${scope} ${value}`;

export const distinct = <Found extends Indicator>(found: readonly Found[]): Found[] => [
  ...new Map(found.map((indicator) => [indicatorKey(indicator), indicator])).values(),
];

export const trimInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

export const reportStatuses = ['submitted', 'in_review', 'completed', 'declined'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

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

/** `published`: two reviewers warn. `reported`: several unjudged reports, for signed-in users and never for a name. */
export type Known =
  | {
      readonly shown: 'published';
      readonly verdict: PublishedVerdict;
      readonly people: number;
      readonly slug: string;
      readonly firstDay: string;
    }
  | { readonly shown: 'reported' };

export type Finding = Indicator & {
  readonly likeness: 'ours' | 'alike' | 'misleading' | null;
  /** True for a wallet on a public sanctions list. */
  readonly listed: boolean;
  readonly known: Known | null;
};
