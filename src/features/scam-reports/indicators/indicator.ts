/** By what a scam is known again: a website, a wallet, a number, an account somewhere, an address, a name. */
export const indicatorKinds = ['domain', 'wallet', 'phone', 'handle', 'email', 'name'] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/**
 * One of them, in the one way in which it is written. `scope` says within what its value is meant: the family of
 * networks of a wallet, the service of a handle; it is empty for the others.
 */
export type Indicator = { readonly kind: IndicatorKind; readonly scope: string; readonly value: string };

/** The longest text that is looked through, and the longest value that is kept. */
export const longestText = 10_000;
export const longestValue = 320;
/** So many are taken out of one text: whoever pastes more pastes a list. */
export const mostIndicators = 40;

export const keyOf = ({ kind, scope, value }: Indicator): string => `${kind} ${scope} ${value}`;

/** Each once, in the order in which they came. */
export const distinct = (found: readonly Indicator[]): Indicator[] => [
  ...new Map(found.map((one) => [keyOf(one), one])).values(),
];

/** Signs that nobody sees, by which one text passes for another. */
export const bare = (text: string): string =>
  text.replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '').trim();
