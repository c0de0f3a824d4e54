/**
 * What is told. Security and money must be told; the rest of what somebody does here is a service, and everything that
 * would have them do more is marketing, which needs their consent (Data Protection Act, 2020).
 */
type NoticeClass = 'security' | 'money' | 'service' | 'marketing';

type KindRow = {
  readonly class: NoticeClass;
  /** How the settings call it, and what stands below. */
  readonly name: string;
  readonly about: string;
};

/** Every kind of notice (decision 050). The database knows the same names. */
export const kinds = {
  security: {
    class: 'security',
    name: 'Your account',
    about: 'New devices, passwords, passkeys and codes. Always told: somebody else may be at your account.',
  },
  order: {
    class: 'money',
    name: 'Your orders',
    about: 'Every step of what you buy and sell. Always told: it is about your money.',
  },
  payment: {
    class: 'money',
    name: 'Your payments',
    about: 'What you paid, and what goes back. Always told: it is about your money.',
  },
  identity: { class: 'service', name: 'Identity checks', about: 'What became of a check, and what we need from you.' },
  plan: { class: 'service', name: 'Your plan', about: 'When your plan ends.' },
  workshop: { class: 'service', name: 'Workshops', about: 'Your places, changes of times, and what comes tomorrow.' },
  course: { class: 'service', name: 'Courses', about: 'Courses that were opened for you.' },
  class: { class: 'service', name: 'From your instructors', about: 'What they write to everybody in a course.' },
  project: { class: 'service', name: 'Final projects', about: 'How yours was marked.' },
  certificate: { class: 'service', name: 'Certificates', about: 'When you earned one.' },
  launch: { class: 'service', name: 'Coin launches', about: 'Questions about your project, and decisions.' },
  scam_report: { class: 'service', name: 'Scam reports', about: 'What we found of what you reported.' },
  news: {
    class: 'marketing',
    name: 'News and offers',
    about: 'New courses, coins and offers. Only if you agree to it.',
  },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof kinds;

export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

type Must = 'security' | 'order' | 'payment';
/** What somebody may have told otherwise than as usual. */
export type ChoiceKind = Exclude<Kind, Must>;

/** Whether it is told at once and in every way that is not push: no wish of anybody's counts against it. */
export const mustBeTold = (kind: Kind): kind is Must =>
  kinds[kind].class === 'security' || kinds[kind].class === 'money';

export const mustKinds = Object.keys(kinds).filter((kind): kind is Must => isKind(kind) && mustBeTold(kind));
export const choiceKinds = Object.keys(kinds).filter((kind): kind is ChoiceKind => isKind(kind) && !mustBeTold(kind));
