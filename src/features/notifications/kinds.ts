/** Security and money are mandatory. Marketing needs consent (Data Protection Act, 2020). */
type NoticeClass = 'security' | 'money' | 'service' | 'marketing';

/** Every kind of notice by class (ADR 23). The database checks the same names. */
export const kinds = {
  security: 'security',
  order: 'money',
  payment: 'money',
  identity: 'service',
  plan: 'service',
  workshop: 'service',
  course: 'service',
  project: 'service',
  certificate: 'service',
  launch: 'service',
  scam_report: 'service',
  help: 'service',
  price_alert: 'service',
  news: 'marketing',
} as const satisfies Record<string, NoticeClass>;

export type NoticeKind = keyof typeof kinds;

export const isKind = (text: string): text is NoticeKind => Object.hasOwn(kinds, text);

type MandatoryKind = 'security' | 'order' | 'payment';
export type OptionalKind = Exclude<NoticeKind, MandatoryKind>;

export const isMandatory = (kind: NoticeKind): kind is MandatoryKind =>
  kinds[kind] === 'security' || kinds[kind] === 'money';

export const mandatoryKinds = Object.keys(kinds).filter(
  (kind): kind is MandatoryKind => isKind(kind) && isMandatory(kind),
);
export const optionalKinds = Object.keys(kinds).filter(
  (kind): kind is OptionalKind => isKind(kind) && !isMandatory(kind),
);
