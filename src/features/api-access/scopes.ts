/** The database stores these names. */
export const scopeLabels = {
  'prices:read': 'Read prices',
  'orders:read': 'Read your orders and their status',
  'orders:place': 'Get quotes and place orders to buy',
  'orders:sell': 'Sell, and name the bank account that is paid',
  'receipts:read': 'Read your receipts, with your name on them',
} as const;
export type Scope = keyof typeof scopeLabels;
export const scopes = Object.keys(scopeLabels) as [Scope, ...Scope[]];

export const placingScopes: readonly string[] = ['orders:place', 'orders:sell'] satisfies Scope[];

/** Maximum lifetime in days of keys that place orders, and of all others. */
export const maxDaysByKind = { places: 90, reads: 365 } as const;

export const getMaxDays = (requested: readonly string[]): number =>
  requested.some((scope) => placingScopes.includes(scope)) ? maxDaysByKind.places : maxDaysByKind.reads;

/** The longest time that an old secret stays valid after its replacement. */
export const maxOverlapHours = 24;
