/** The monthly plans and how they are called [000 §3]. Prices and buying are another feature's. */
export const plans = ['basic', 'personal', 'professional'] as const;
export type Plan = (typeof plans)[number];

export const planNames: Readonly<Record<Plan, string>> = {
  basic: 'Basic',
  personal: 'Personal',
  professional: 'Professional',
};

/** What the dashboard reads: of a person's plans only these count, and of them the newest [000 §4]. */
export type Subscription = {
  readonly plan: Plan;
  readonly status: 'active' | 'pending';
  readonly startDate: Date | null;
  readonly endDate: Date | null;
};

/** Where one more month of a plan is paid for [000 §2]. */
export const extendPath = (plan: Plan): string => `/subscriptions?${new URLSearchParams({ extend: '1', plan })}`;
