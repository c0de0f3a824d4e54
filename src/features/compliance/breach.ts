import { atHour, type Day } from '../../kernel/calendar.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';

/** Returns when the Commissioner must be notified: 72 hours after we learn of a breach (Data Protection Act 2020). */
export const getBreachDeadline = (awareAt: Date): Date => after(awareAt, hours(72));

export function parseJamaicaTime(day: Day, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return after(atHour(day, hour), minutes(minute));
}

export const breachParts = {
  facts: 'What happened',
  subjects: 'Data affected: people, kinds and numbers',
  consequences: 'Possible consequences',
  measures: 'Measures taken and planned',
  contact: 'Contact for the Commissioner',
} as const;
export type BreachPart = keyof typeof breachParts;
export const breachPartCodes = Object.keys(breachParts) as BreachPart[];

export const notificationsDue = ['commissioner', 'persons'] as const;
export type NotificationsDue = (typeof notificationsDue)[number];

export type Breach = Readonly<Record<BreachPart, string>> & {
  readonly title: string;
  readonly awareAt: Date;
  readonly commissionerNotifiedAt: Date | null;
  readonly personsNotifiedAt: Date | null;
};

export type BreachState = 'notified' | 'notified_late' | 'in_time' | 'soon' | 'overdue';

/** A notification exactly at the deadline is in time. `soon`: at most 24 hours are left. */
export function getBreachState({ awareAt, commissionerNotifiedAt }: Breach, now: Date): BreachState {
  const leftMs = getBreachDeadline(awareAt).getTime() - (commissionerNotifiedAt ?? now).getTime();
  if (commissionerNotifiedAt) return leftMs < 0 ? 'notified_late' : 'notified';
  if (leftMs < 0) return 'overdue';
  return leftMs <= hours(24) ? 'soon' : 'in_time';
}
