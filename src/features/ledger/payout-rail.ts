import {
  addDays,
  atHour,
  type Day,
  endOfBusiness,
  type Holidays,
  isBusinessDay,
  jamaicaDay,
} from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import type { Money } from '../../kernel/money.ts';

/** ACH takes up to J$1,000,000. RTGS (JamClear) takes more and needs the branch. `cutOff` is an hour in Jamaica. */
export const bankRails = {
  ach: {
    name: 'ACH',
    cutOff: 12,
    credit: 'next_business_day',
    words: 'ACH: sent before noon, arrives the next business day',
  },
  rtgs: {
    name: 'RTGS',
    cutOff: 14,
    credit: 'two_hours',
    words: 'RTGS: sent before 2 pm, arrives about two hours later',
  },
} as const;
export type BankRail = keyof typeof bankRails;

/** J$1,000,000 in cents. */
const maxAchMinor = 100_000_000n;

export const getBankRail = ({ minor }: Money): BankRail => (minor > maxAchMinor ? 'rtgs' : 'ach');

export const isBranchMissing = (amount: Money, branch: string): boolean =>
  getBankRail(amount) === 'rtgs' && branch.trim() === '';

function nextBusinessDay(day: Day, holidays: Holidays): Day {
  let next = addDays(day, 1);
  while (!isBusinessDay(next, holidays)) next = addDays(next, 1);
  return next;
}

/** Returns today before the cut-off of a business day, else the next business day. */
function getRunDay(rail: BankRail, sentAt: Date, holidays: Holidays): Day {
  const today = jamaicaDay(sentAt);
  const inTime = isBusinessDay(today, holidays) && sentAt < atHour(today, bankRails[rail].cutOff);
  return inTime ? today : nextBusinessDay(today, holidays);
}

const openingHour = 9;

/** Returns when the payee's bank has credited a transfer. `holidays` must cover two weeks after `sentAt`. */
export function getCreditDeadline(rail: BankRail, sentAt: Date, holidays: Holidays): Date {
  const day = getRunDay(rail, sentAt, holidays);
  if (bankRails[rail].credit === 'next_business_day') return endOfBusiness(nextBusinessDay(day, holidays));
  const start = atHour(day, openingHour);
  return after(sentAt > start ? sentAt : start, hours(2));
}
