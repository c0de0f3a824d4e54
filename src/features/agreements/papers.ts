/** The texts that a customer agrees to. */
export const paperKinds = ['terms', 'privacy', 'risk-indemnity'] as const;
export type PaperKind = (typeof paperKinds)[number];

export type Paper = {
  readonly kind: PaperKind;
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** The day from which this version holds, as `2026-11-21`. */
  readonly from: string;
  /** What differs from the version before, in one sentence for whoever agreed to that one. */
  readonly changed: string;
};

/**
 * The versions in force. Whoever changes a text so that it means something else raises its version and says here what
 * changed: every customer is then asked again. A corrected comma needs no new version.
 */
export const papers: Readonly<Record<PaperKind, Paper>> = {
  terms: {
    kind: 'terms',
    path: '/terms',
    name: 'Terms of Service',
    version: '1.0',
    from: '2026-11-20',
    changed: 'This is the first version: it sets out how orders, fees, limits and disputes work.',
  },
  privacy: {
    kind: 'privacy',
    path: '/privacy',
    name: 'Privacy Policy',
    version: '1.0',
    from: '2026-11-20',
    changed: 'This is the first version: it sets out what we keep about you, why, and for how long.',
  },
  'risk-indemnity': {
    kind: 'risk-indemnity',
    path: '/risk-indemnity',
    name: 'Risk and Indemnity',
    version: '1.0',
    from: '2026-11-20',
    changed: 'This is the first version: it sets out the risks of crypto and which of them you carry.',
  },
};

/** All of them, in the order in which they are named to people. */
export const allPapers: readonly Paper[] = paperKinds.map((kind) => papers[kind]);

/** What somebody has agreed to: a text and its version. */
export type Agreed = { readonly document: string; readonly version: string };

/** What somebody agrees to who opens an account now. */
export const versionsInForce: readonly Agreed[] = allPapers.map(({ kind, version }) => ({ document: kind, version }));

/** The texts whose version in force this person has not agreed to yet. */
export const stillToAgree = (agreed: readonly Agreed[]): readonly Paper[] =>
  allPapers.filter(({ kind, version }) => !agreed.some((one) => one.document === kind && one.version === version));
