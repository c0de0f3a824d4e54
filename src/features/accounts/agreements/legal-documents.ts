export const legalDocumentKinds = ['terms', 'privacy', 'risk-indemnity'] as const;
export type LegalDocumentKind = (typeof legalDocumentKinds)[number];

export type LegalDocument = {
  readonly kind: LegalDocumentKind;
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** First day of this version, as `2026-11-21`. */
  readonly from: string;
  /** The change since the previous version, in one sentence. */
  readonly changed: string;
};

/** Set a new `version` and `changed` when the meaning changes: every customer must then accept it again. */
export const legalDocuments: Readonly<Record<LegalDocumentKind, LegalDocument>> = {
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
    changed: 'This is the first version: it sets out what we store about you, why, and for how long.',
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

export const allLegalDocuments: readonly LegalDocument[] = legalDocumentKinds.map((kind) => legalDocuments[kind]);

export type Agreed = { readonly document: string; readonly version: string };

/** The versions that a new account accepts. */
export const versionsInForce: readonly Agreed[] = allLegalDocuments.map(({ kind, version }) => ({
  document: kind,
  version,
}));

/** Documents that `agreed` lacks in the version in force. */
export const missingAgreements = (agreed: readonly Agreed[]): readonly LegalDocument[] =>
  allLegalDocuments.filter(
    ({ kind, version }) => !agreed.some((entry) => entry.document === kind && entry.version === version),
  );
