import { type Day, endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after } from '../../kernel/clock.ts';

/** Monthly plans [000 §3 subscriptions, 001 §1]. */
export const plans = ['basic', 'personal', 'professional'] as const;
export type Plan = (typeof plans)[number];

export const planNames: Readonly<Record<Plan, string>> = {
  basic: 'Basic',
  personal: 'Personal',
  professional: 'Professional',
};

/** Plan features and their labels [001 §9 Subscriptions]. */
export const features = {
  courses: 'Courses and seminars',
  wallet_support: 'Wallet support',
  exchange_support: 'Exchange support',
  daily_news: 'Daily crypto news updates',
  virtual_help: 'Virtual one-on-one help',
  portfolio: 'Portfolio tracking',
  new_launches: 'Support on new launches',
  dapps: 'Access to Cryptocommerce dApps',
  giveaways: 'Token giveaways',
  memecoins: 'Memecoin support',
  premium_community: 'Premium community access',
  in_person_help: 'In-person one-on-one help',
} as const;
export type Feature = keyof typeof features;

/** Features that each plan adds to the next smaller plan [001 §9 Subscriptions]. */
export const planAdds: Readonly<Record<Plan, readonly Feature[]>> = {
  basic: ['courses', 'wallet_support', 'exchange_support', 'daily_news', 'virtual_help', 'portfolio'],
  personal: ['new_launches', 'dapps', 'giveaways', 'memecoins'],
  professional: ['premium_community', 'in_person_help'],
};

export const getSmallerPlan = (plan: Plan): Plan | null => plans[plans.indexOf(plan) - 1] ?? null;

export const getFeatures = (plan: Plan): readonly Feature[] =>
  plans.slice(0, plans.indexOf(plan) + 1).flatMap((plan) => planAdds[plan]);

/** A subscription as shown on the dashboard [000 §4 Subscription]. */
export type Subscription = {
  readonly plan: Plan;
  readonly status: 'active' | 'pending';
  readonly startDate: Date | null;
  readonly endDate: Date | null;
};

/** Returns the path that opens the extension dialog of a plan [000 §2 Dashboard]. */
export const getExtendPath = (plan: Plan): string => `/subscriptions?${new URLSearchParams({ extend: '1', plan })}`;

/** `end` is exclusive. */
export type Period = { readonly start: Date; readonly end: Date };

const getLastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns the same day of the next month, or its last day: 28 February after 31 January. */
export function getNextMonth(day: Day): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  next.setUTCDate(Math.min(date, getLastDay(next.getUTCFullYear(), next.getUTCMonth())));
  return next.toISOString().slice(0, 10);
}

/** A paid month in Jamaica [001 §4 Subscriptions], from now or the running plan's end to that day of the next month. */
export function getMonthFrom(now: Date, runsUntil: Date | null): Period {
  const follows = runsUntil !== null && runsUntil > now;
  const start = follows ? runsUntil : now;
  // A following month starts at midnight, so its first day is the day before.
  const day = jamaicaDay(follows ? after(start, -1) : start);
  return { start, end: after(endOfDay(getNextMonth(day)), 1) };
}

/** Moves later months forward after a month was removed. `months` must be sorted; running months stay. */
export function closeGaps<Month extends Period>(months: readonly Month[], now: Date): Month[] {
  let until: Date | null = null;
  return months.map((month) => {
    const moved: Month = month.start <= now ? month : { ...month, ...getMonthFrom(now, until) };
    until = moved.end;
    return moved;
  });
}
