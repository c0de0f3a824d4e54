/**
 * What is told. Security and money must be told; the rest of what somebody does here is a service, and everything that
 * would have them do more is marketing, which needs their consent (Data Protection Act, 2020).
 */
type NoticeClass = 'security' | 'money' | 'service' | 'marketing';

/** Every kind of notice, by its class (decision 050). The database knows the same names. */
export const kinds = {
  security: 'security',
  order: 'money',
  payment: 'money',
  identity: 'service',
  plan: 'service',
  workshop: 'service',
  course: 'service',
  class: 'service',
  project: 'service',
  certificate: 'service',
  launch: 'service',
  scam_report: 'service',
  news: 'marketing',
} as const satisfies Record<string, NoticeClass>;

export type Kind = keyof typeof kinds;

export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

type Must = 'security' | 'order' | 'payment';
/** What somebody may have told otherwise than as usual. */
export type ChoiceKind = Exclude<Kind, Must>;

/** Whether it is told at once and in every way that is not push: no wish of anybody's counts against it. */
export const mustBeTold = (kind: Kind): kind is Must => kinds[kind] === 'security' || kinds[kind] === 'money';

export const mustKinds = Object.keys(kinds).filter((kind): kind is Must => isKind(kind) && mustBeTold(kind));
export const choiceKinds = Object.keys(kinds).filter((kind): kind is ChoiceKind => isKind(kind) && !mustBeTold(kind));
