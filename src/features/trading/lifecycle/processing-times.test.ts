import { describe, expect, it } from 'vitest';
import { addDays, atHour } from '../../../kernel/calendar.ts';
import { lapsesAt, type OrderState, placedOrder, type Side } from '../order/order.ts';
import { easterOf, holidaysAround, jamaicanHolidays } from './holidays.ts';
import { computePromise, type PromisedOrder } from './processing-times.ts';

const holidays = jamaicanHolidays(2026, 2027);
const friday = '2026-11-20';
const placedAt = atHour(friday, 10);

const order = (side: Side, state: Partial<OrderState>, times: Partial<PromisedOrder> = {}): PromisedOrder => ({
  side,
  state: { ...placedOrder(side, false), ...state },
  placedAt,
  claimedAt: null,
  receivedAt: null,
  lapsesAt: side === 'buy' ? lapsesAt(placedAt, 'bank_transfer') : null,
  closedAt: null,
  keptUntil: null,
  ...times,
});
const promiseOf = (input: PromisedOrder, now = placedAt) => computePromise(input, now, holidays);

describe('the promise for a buy', () => {
  it('is the payment deadline while unpaid', () => {
    expect(promiseOf(order('buy', {}))).toEqual({ kind: 'send_by', at: atHour('2026-11-23', 10), late: false });
  });

  it('is 48 hours after the proof, over a weekend to Tuesday', () => {
    const claimed = order('buy', { payIn: 'claimed' }, { claimedAt: atHour(friday, 11) });
    expect(promiseOf(claimed)).toEqual({ kind: 'done_by', at: atHour('2026-11-24', 11), late: false });
  });

  it('is exactly 24 hours after confirmation on working days', () => {
    const times = { claimedAt: atHour('2026-11-17', 9), receivedAt: atHour('2026-11-17', 15) };
    const received = order('buy', { payIn: 'received' }, times);
    expect(promiseOf(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-18', 15) });
  });

  it('counts from Monday 9 am for a confirmation on a weekend', () => {
    const received = order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-21', 20) });
    expect(promiseOf(received)).toMatchObject({ at: atHour('2026-11-24', 9) });
  });

  it('is a business day after the chargeback hold, when that is later', () => {
    const received = (keptUntil: Date) =>
      promiseOf(order('buy', { payIn: 'received' }, { receivedAt: atHour('2026-11-17', 15), keptUntil }));
    expect(received(atHour('2026-11-18', 15))).toMatchObject({ at: atHour('2026-11-19', 15) });
    expect(received(atHour('2026-11-17', 15))).toMatchObject({ at: atHour('2026-11-18', 15) });
  });

  it('is the same while held, so the date reveals nothing', () => {
    const times = { receivedAt: atHour(friday, 15) };
    const open = promiseOf(order('buy', { payIn: 'received' }, times));
    expect(promiseOf(order('buy', { payIn: 'received', held: true }, times))).toEqual(open);
  });

  it('turns late in the moment after its date', () => {
    const received = order('buy', { payIn: 'received', status: 'processing' }, { receivedAt: atHour(friday, 15) });
    const due = atHour('2026-11-23', 15);
    expect(promiseOf(received, due)).toMatchObject({ late: false });
    expect(promiseOf(received, new Date(due.getTime() + 1))).toMatchObject({ late: true });
  });
});

describe('the promise for a sell', () => {
  it('is the payout by 5 pm of the third business day', () => {
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour(friday, 15) });
    expect(promiseOf(received)).toMatchObject({ kind: 'done_by', at: atHour('2026-11-25', 17) });
  });

  it('skips holidays: coins of Christmas Eve are paid on 30 December', () => {
    const received = order('sell', { payIn: 'received' }, { receivedAt: atHour('2026-12-24', 12) });
    expect(promiseOf(received)).toMatchObject({ at: atHour('2026-12-30', 17) });
  });

  it('has no date while the customer owes another proof', () => {
    expect(promiseOf(order('sell', { payIn: 'awaiting' }))).toEqual({ kind: 'waiting' });
  });
});

describe('the promise after an order ended', () => {
  it('is closed when completed, expired or refunded', () => {
    expect(promiseOf(order('buy', { status: 'completed', payIn: 'received', payOut: 'sent' }))).toEqual({
      kind: 'done',
    });
    expect(promiseOf(order('buy', { status: 'cancelled', lapsed: true }))).toEqual({ kind: 'closed' });
    expect(promiseOf(order('buy', { status: 'failed', payIn: 'returned' }))).toEqual({ kind: 'closed' });
  });

  it('is a refund within three business days of the later of closing and receipt', () => {
    const [early, late] = [atHour('2026-11-17', 12), atHour(friday, 12)];
    const state = { status: 'failed', payIn: 'received' } as const;
    for (const times of [
      { receivedAt: early, closedAt: late },
      { receivedAt: late, closedAt: early },
    ]) {
      expect(promiseOf(order('buy', state, times))).toMatchObject({ kind: 'return_by', at: atHour('2026-11-25', 17) });
    }
  });

  it('is a check of a late proof within two business days', () => {
    const state = { status: 'cancelled', lapsed: true, payIn: 'claimed' } as const;
    const late = order('buy', state, { claimedAt: atHour('2026-11-24', 12) });
    expect(promiseOf(late)).toMatchObject({ kind: 'checked_by', at: atHour('2026-11-26', 12) });
  });
});

describe('public holidays of Jamaica', () => {
  it('are these ten in 2026', () => {
    expect([...jamaicanHolidays(2026, 2026)].sort()).toEqual([
      '2026-01-01',
      '2026-02-18',
      '2026-04-03',
      '2026-04-06',
      '2026-05-25',
      '2026-08-01',
      '2026-08-06',
      '2026-10-19',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  it('move from Sunday to Monday', () => {
    const days = jamaicanHolidays(2027, 2027);
    for (const day of ['2027-05-24', '2027-08-02', '2027-12-27']) expect(days.has(day)).toBe(true);
  });

  it('keep Labour Day on 23 May on weekdays', () => expect(jamaicanHolidays(2028, 2028).has('2028-05-23')).toBe(true));

  it('move a Christmas Sunday to 27 December', () => {
    const getChristmas = (year: number) => [...jamaicanHolidays(year, year)].filter((day) => day.slice(5) > '12-20');
    expect(getChristmas(2033)).toEqual(['2033-12-27', '2033-12-26']); // Christmas Day on a Sunday
    expect(getChristmas(2027)).toEqual(['2027-12-25', '2027-12-27']); // Boxing Day on a Sunday
    expect(getChristmas(2028)).toEqual(['2028-12-25', '2028-12-26']);
  });

  it('number ten a year, never on a Sunday, with Labour Day never on a Saturday', () => {
    for (let year = 1990; year < 2200; year++) {
      const days = [...jamaicanHolidays(year, year)];
      expect(days).toHaveLength(10);
      for (const day of days) expect([day, new Date(day).getUTCDay() === 0]).toEqual([day, false]);
      expect(new Date(days.find((day) => day.slice(5, 7) === '05') ?? '').getUTCDay()).not.toBe(6);
    }
  });

  it.each([
    ...['1818-03-22', '1954-04-18', '1961-04-02', '1981-04-19', '2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31'],
    ...['2026-04-05', '2027-03-28', '2038-04-25', '2049-04-18', '2076-04-19', '2100-03-28', '2285-03-22'],
  ])('match almanacs for Easter: %s', (day) => expect(easterOf(Number(day.slice(0, 4)))).toBe(day));

  it('put Easter on a Sunday from 22 March to 25 April in every year', () => {
    for (let year = 1600; year < 3000; year++) {
      const easter = easterOf(year);
      expect([new Date(easter).getUTCDay(), easter >= `${year}-03-22`, easter <= `${year}-04-25`]).toEqual([
        0,
        true,
        true,
      ]);
      expect(addDays(easter, -46).slice(5) >= '02-04').toBe(true);
    }
  });

  it('cover neighbouring years, so a late December promise includes New Year', () => {
    expect(jamaicanHolidays(2026, 2027).has('2027-01-01')).toBe(true);
    expect(jamaicanHolidays(2027, 2026).size).toBe(0);
    expect(holidaysAround(new Date('2026-12-31T12:00:00Z')).has('2027-01-01')).toBe(true);
  });
});
