import { expect, test } from 'vitest';
import {
  getReportClock,
  getReportDueDay,
  getReportGaps,
  isPossibleSuspicionDay,
  type ReportContent,
} from './reports.ts';
import { addYears, getCustomerRetentionEnd, getRetentionEnd } from './retention.ts';
import { addMonths, isPossibleReviewDay, isReviewDue } from './review-customers.ts';

const noon = (day: string) => new Date(`${day}T17:00:00Z`);

test('a report is due 15 days after the suspicion, across months and years', () => {
  expect(getReportDueDay('2026-11-20')).toBe('2026-12-05');
  expect(getReportDueDay('2026-12-20')).toBe('2027-01-04');
  expect(getReportDueDay('2028-02-20')).toBe('2028-03-06');
});

test('the report deadline counts Jamaican days: in time on day 15, overdue on day 16', () => {
  const clock = (now: Date) => getReportClock({ state: 'draft', dueOn: '2026-12-05' }, now);
  expect(clock(noon('2026-12-01'))).toEqual({ dueOn: '2026-12-05', daysLeft: 4, state: 'in_time' });
  expect(clock(noon('2026-12-02'))).toMatchObject({ daysLeft: 3, state: 'soon' });
  expect(clock(new Date('2026-12-06T04:59:59Z'))).toMatchObject({ daysLeft: 0, state: 'soon' });
  expect(clock(new Date('2026-12-06T05:00:00Z'))).toMatchObject({ daysLeft: -1, state: 'overdue' });
  expect(getReportClock({ state: 'filed', dueOn: '2026-12-05' }, noon('2027-12-01')).state).toBe('done');
});

test('a suspicion cannot be formed after today in Jamaica', () => {
  const lateEvening = new Date('2026-11-21T04:30:00Z');
  expect(isPossibleSuspicionDay('2026-11-20', lateEvening)).toBe(true);
  expect(isPossibleSuspicionDay('2026-11-21', lateEvening)).toBe(false);
  expect(isPossibleSuspicionDay('2019-12-31', lateEvening)).toBe(false);
});

test('a draft lists its missing parts', () => {
  const empty: ReportContent = { narrative: 'Too short', action: '', reasons: [], parties: [], orders: [] };
  expect(getReportGaps(empty)).toEqual(['narrative', 'reasons', 'parties']);
  const customer = { role: 'customer', kind: 'person', firstName: 'A', lastName: 'B' } as const;
  const more = { birthDate: '', country: '', account: '', note: '' };
  const parties = [{ ...customer, ...more }];
  expect(getReportGaps({ ...empty, narrative: 'x'.repeat(50), reasons: ['LISTED'], parties })).toEqual([]);
});

test('records are retained seven years to the day', () => {
  expect(addYears('2024-02-29', 7)).toBe('2031-03-01');
  expect(getRetentionEnd(new Date('2026-11-21T04:59:59Z'))).toBe('2033-11-20');
  expect(getRetentionEnd(new Date('2026-11-21T05:00:00Z'))).toBe('2033-11-21');
});

test('a customer is retained seven years after relationship, order and case, and while a case is open', () => {
  const ended = { endedAt: noon('2026-05-01'), lastOrderAt: noon('2026-03-01'), lastCaseAt: null, openCases: 0 };
  expect(getCustomerRetentionEnd(ended)).toBe('2033-05-01');
  expect(getCustomerRetentionEnd({ ...ended, lastCaseAt: noon('2026-09-01') })).toBe('2033-09-01');
  expect(getCustomerRetentionEnd({ ...ended, openCases: 1 })).toBe(null);
  expect(getCustomerRetentionEnd({ ...ended, endedAt: null })).toBe(null);
});

test('a higher risk means an earlier review', () => {
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(isPossibleReviewDay('2027-02-21', 'critical', '2026-11-21')).toBe(true);
  expect(isPossibleReviewDay('2027-02-22', 'critical', '2026-11-21')).toBe(false);
  expect(isPossibleReviewDay('2026-11-21', 'low', '2026-11-21')).toBe(false);
  const never = { level: 'low', pep: false, nextReviewOn: null } as const;
  expect(isReviewDue(never, '2026-11-21')).toBe(false);
  expect(isReviewDue({ ...never, pep: true }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, level: 'high' }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, nextReviewOn: '2026-11-21' }, '2026-11-21')).toBe(true);
  expect(isReviewDue({ ...never, pep: true, nextReviewOn: '2026-11-22' }, '2026-11-21')).toBe(false);
});
