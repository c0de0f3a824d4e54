export const indicatorKinds = ['domain', 'wallet', 'phone', 'handle', 'email', 'name'] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/** `value` is normalized. `scope` is the address family of a wallet or the service of a handle, else empty. */
export type Indicator = { readonly kind: IndicatorKind; readonly scope: string; readonly value: string };

export const maxTextLength = 10_000;
export const maxValueLength = 320;
export const maxIndicators = 40;

export const indicatorKey = ({ kind, scope, value }: Indicator): string => `${kind} ${scope} ${value}`;

export const distinct = (found: readonly Indicator[]): Indicator[] => [
  ...new Map(found.map((indicator) => [indicatorKey(indicator), indicator])).values(),
];

export const trimInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
