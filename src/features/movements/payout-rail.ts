import {
  atHour,
  type Day,
  endOfBusiness,
  type Holidays,
  isBusinessDay,
  jamaicaDay,
  shiftDay,
} from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import type { Money } from '../../kernel/money.ts';

/**
 * How J$ reach a Jamaican account: the clearing house (ACH) takes up to J$1,000,000; what is above that has to
 * be RTGS (JamClear), which needs the branch. Each has its hour of the day after which the next business day counts.
 */
export const bankRails = {
  ach: {
    name: 'ACH',
    cutOff: 12,
    credit: 'next_business_day',
    words: 'ACH: sent before noon, there the next business day',
  },
  rtgs: { name: 'RTGS', cutOff: 14, credit: 'two_hours', words: 'RTGS: sent before 2 pm, there about two hours later' },
} as const;
export type BankRail = keyof typeof bankRails;

/** J$1,000,000 in cents: the most that the clearing house takes. */
const mostByAch = 100_000_000n;

export const bankRailFor = ({ minor }: Money): BankRail => (minor > mostByAch ? 'rtgs' : 'ach');

/** RTGS asks for branch or transit number beside the account. */
export const lacksBranch = (amount: Money, branch: string): boolean =>
  bankRailFor(amount) === 'rtgs' && branch.trim() === '';

function nextBusinessDay(day: Day, holidays: Holidays): Day {
  let next = shiftDay(day, 1);
  while (!isBusinessDay(next, holidays)) next = shiftDay(next, 1);
  return next;
}

/** The business day whose run takes a transfer that is sent at a moment: today's until the cut-off, else the next. */
function runOf(rail: BankRail, sentAt: Date, holidays: Holidays): Day {
  const today = jamaicaDay(sentAt);
  const inTime = isBusinessDay(today, holidays) && sentAt < atHour(today, bankRails[rail].cutOff);
  return inTime ? today : nextBusinessDay(today, holidays);
}

const opens = 9;

/** By when a transfer that is sent at a moment is in the account. `holidays` must reach about two weeks beyond it. */
export function creditedBy(rail: BankRail, sentAt: Date, holidays: Holidays): Date {
  const day = runOf(rail, sentAt, holidays);
  if (bankRails[rail].credit === 'next_business_day') return endOfBusiness(nextBusinessDay(day, holidays));
  const start = atHour(day, opens);
  return after(sentAt > start ? sentAt : start, hours(2));
}
