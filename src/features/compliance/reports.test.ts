import { expect, test } from 'vitest';
import { figuresCsv, figuresOf, lastMonths } from './figures.ts';
import { gapsOf, mayHaveFormed, type ReportContent, reportClock, reportDue } from './reports.ts';
import { customerKeptUntil, keptAfter, yearsAfter } from './retention.ts';
import { isReviewDue, mayBeNext, monthsAfter } from './reviews.ts';

const noon = (day: string) => new Date(`${day}T17:00:00Z`);

test('a report is due 15 days after the suspicion was formed, also over the end of months and years', () => {
  expect(reportDue('2026-11-20')).toBe('2026-12-05');
  expect(reportDue('2026-12-20')).toBe('2027-01-04');
  expect(reportDue('2028-02-20')).toBe('2028-03-06');
});

test('its clock counts days of Jamaica: in time on the fifteenth, overdue from the sixteenth on', () => {
  const clock = (now: Date) => reportClock({ state: 'draft', dueOn: '2026-12-05' }, now);
  expect(clock(noon('2026-12-01'))).toEqual({ dueOn: '2026-12-05', daysLeft: 4, state: 'in_time' });
  expect(clock(noon('2026-12-02'))).toMatchObject({ daysLeft: 3, state: 'soon' });
  expect(clock(new Date('2026-12-06T04:59:59Z'))).toMatchObject({ daysLeft: 0, state: 'soon' });
  expect(clock(new Date('2026-12-06T05:00:00Z'))).toMatchObject({ daysLeft: -1, state: 'overdue' });
  expect(reportClock({ state: 'filed', dueOn: '2026-12-05' }, noon('2027-12-01')).state).toBe('done');
});

test('a suspicion is formed today or before, by the day in Jamaica', () => {
  const lateEvening = new Date('2026-11-21T04:30:00Z');
  expect(mayHaveFormed('2026-11-20', lateEvening)).toBe(true);
  expect(mayHaveFormed('2026-11-21', lateEvening)).toBe(false);
  expect(mayHaveFormed('2019-12-31', lateEvening)).toBe(false);
});

test('a draft says what it still lacks', () => {
  const empty: ReportContent = { narrative: 'Too short', action: '', reasons: [], parties: [], orders: [] };
  expect(gapsOf(empty)).toEqual(['narrative', 'reasons', 'parties']);
  const customer = { role: 'customer', kind: 'person', firstName: 'A', lastName: 'B' } as const;
  const more = { birthDate: '', country: '', account: '', note: '' };
  const parties = [{ ...customer, ...more }];
  expect(gapsOf({ ...empty, narrative: 'x'.repeat(50), reasons: ['LISTED'], parties })).toEqual([]);
});

test('records are kept seven years to the day', () => {
  expect(yearsAfter('2024-02-29', 7)).toBe('2031-03-01');
  expect(keptAfter(new Date('2026-11-21T04:59:59Z'))).toBe('2033-11-20');
  expect(keptAfter(new Date('2026-11-21T05:00:00Z'))).toBe('2033-11-21');
});

test('a customer is kept seven years after relationship, order and case, and while a case is open', () => {
  const ended = { endedAt: noon('2026-05-01'), lastOrderAt: noon('2026-03-01'), lastCaseAt: null, openCases: 0 };
  expect(customerKeptUntil(ended)).toBe('2033-05-01');
  expect(customerKeptUntil({ ...ended, lastCaseAt: noon('2026-09-01') })).toBe('2033-09-01');
  expect(customerKeptUntil({ ...ended, openCases: 1 })).toBe(null);
  expect(customerKeptUntil({ ...ended, endedAt: null })).toBe(null);
});

test('the riskier a customer, the sooner the next review', () => {
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(mayBeNext('2027-02-21', 'critical', '2026-11-21')).toBe(true);
  expect(mayBeNext('2027-02-22', 'critical', '2026-11-21')).toBe(false);
  expect(mayBeNext('2026-11-21', 'low', '2026-11-21')).toBe(false);
  const never = { level: 'low', pep: false, nextReviewOn: null } as const;
  expect(isReviewDue(never, '2026-11-21')).toBe(false);
  expect(isReviewDue({ ...never, pep: true }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, level: 'high' }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, nextReviewOn: '2026-11-21' }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, pep: true, nextReviewOn: '2026-11-22' }, '2026-11-21')).toBe(false);
});

test('figures have a line for each month, also for quiet ones, and tell of reports only who may know', () => {
  const months = lastMonths(new Date('2027-01-01T04:00:00Z'), 3);
  expect(months).toEqual(['2026-10', '2026-11', '2026-12']);
  const counts = [
    { month: '2026-11', what: 'closed:explained', n: 2 },
    { month: '2026-11', what: 'closed:tested', n: 1 },
    { month: '2026-11', what: 'holds', n: 1 },
    { month: '2026-11', what: 'holds', n: 4 },
    { month: '2026-12', what: 'reportsFiled', n: 1 },
  ];
  const [quiet, busy, last] = figuresOf(months, counts, true);
  expect(quiet).toMatchObject({ alertsClosed: 0, minutesToClose: null, reportsFiled: 0 });
  expect(busy).toMatchObject({ alertsClosed: 3, closedByOutcome: { explained: 2, tested: 1 }, holds: 5 });
  expect(last?.reportsFiled).toBe(1);
  expect(figuresOf(months, counts, false).map(({ reportsFiled }) => reportsFiled)).toEqual([null, null, null]);
  const csv = figuresCsv(figuresOf(months, counts, false)).split('\r\n');
  expect(csv).toHaveLength(5);
  expect(new Set(csv.slice(0, 4).map((line) => line.split(',').length)).size).toBe(1);
});
