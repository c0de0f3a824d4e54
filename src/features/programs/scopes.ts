/** What a key may open, in words for whoever makes it. The database knows the same names. */
export const scopeWords = {
  'prices:read': 'Read prices',
  'orders:read': 'Read your orders and how they stand',
  'orders:place': 'Ask for quotes and place orders',
  'receipts:read': 'Read your receipts, with your name on them',
} as const;
export type Scope = keyof typeof scopeWords;
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

/** For how many days a key is good at most: what moves money is proved anew each quarter. */
export const longestDays = { places: 90, reads: 365 } as const;

/** For how many days a key of these scopes may be good. */
export const mostDays = (wanted: readonly string[]): number =>
  wanted.includes('orders:place') ? longestDays.places : longestDays.reads;

/** Hours for which the old secret stays good beside the new one, at most. */
export const longestOverlap = 24;
