import { atHour, type Day } from '../../kernel/calendar.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';

/**
 * A breach of personal data: the Office of the Information Commissioner is told within 72 hours of our knowing of it,
 * even if its extent is not known yet, and the people concerned as well (Data Protection Act 2020).
 */
export const breachDue = (awareAt: Date): Date => after(awareAt, hours(72));

/** A day and a time of the Jamaican clock, `HH:MM`. */
export function jamaicaMoment(day: Day, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return after(atHour(day, hour), minutes(minute));
}

/** What the Commissioner asks for, in the order in which it is written. */
export const breachParts = {
  facts: 'What happened',
  subjects: 'Whose data, which kinds, and how many',
  consequences: 'What may come of it',
  measures: 'What was done and will be done',
  contact: 'Whom the Commissioner may ask',
} as const;
export type BreachPart = keyof typeof breachParts;
export const breachPartCodes = Object.keys(breachParts) as BreachPart[];

/** Who must be told. */
export const toBeTold = ['commissioner', 'persons'] as const;
export type ToBeTold = (typeof toBeTold)[number];

export type Breach = Readonly<Record<BreachPart, string>> & {
  readonly title: string;
  readonly awareAt: Date;
  readonly commissionerToldAt: Date | null;
  readonly personsToldAt: Date | null;
};

export type BreachState = 'told' | 'told_late' | 'in_time' | 'soon' | 'overdue';

/** Where its clock stands; told on the last moment is in time. Soon: a day or less is left. */
export function breachState({ awareAt, commissionerToldAt }: Breach, now: Date): BreachState {
  const left = breachDue(awareAt).getTime() - (commissionerToldAt ?? now).getTime();
  if (commissionerToldAt) return left < 0 ? 'told_late' : 'told';
  if (left < 0) return 'overdue';
  return left <= hours(24) ? 'soon' : 'in_time';
}
