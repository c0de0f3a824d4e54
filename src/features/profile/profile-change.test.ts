import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jmd } from '../../kernel/money.ts';
import { parsePhone } from '../../kernel/phone-number.ts';
import { getExtendPath } from '../subscriptions/plans.ts';
import type { ListedOrder } from '../trading/order/order-row.ts';
import { formatPart, formatTimeLeft, getElapsedShare, getGreeting, getTimeLeft } from './countdown.ts';
import { type CheckState, formatMoreCount, formatStepCount, getNextSteps } from './next-steps.ts';
import {
  applyChange,
  findLockedField,
  formatPhoneNumber,
  getChangedFields,
  getLock,
  identityFields,
  type Profile,
  profileFields,
} from './profile-change.ts';
import { isWebAddress, UpdateProfile } from './schema.ts';

const order = (id: string, more: Partial<ListedOrder> = {}): ListedOrder => ({
  id,
  reference: id,
  side: 'buy',
  status: 'pending',
  payIn: 'awaiting',
  paymentMethod: 'bank_transfer',
  lapsed: false,
  coins: { symbol: 'BTC', base: 1n, decimals: 8 },
  fiat: jmd(100n),
  placedAt: new Date('2026-11-20T12:00:00Z'),
  chooseUntil: null,
  ...more,
});
const check = (status: CheckState['status'], waitsFor: string | null = 'staff', parts = 0): CheckState => ({
  status,
  waitsFor,
  parts,
  hasDraft: false,
});
const never = check('not_submitted', null);
const experienced = { needsProfile: false, isLessonDue: true, hasNoOrder: false };
const nothing = { 1: check('approved', 'none'), 2: never, 3: never } as const;

test('unpaid orders are next steps, oldest first; orders that wait for us are not', () => {
  const orders = [
    order('young'),
    order('claimed', { payIn: 'claimed' }),
    order('cancelled', { status: 'cancelled' }),
    order('old', { placedAt: new Date('2026-11-19T12:00:00Z') }),
    order('sold', { side: 'sell', placedAt: new Date('2026-11-18T12:00:00Z') }),
  ];
  const found = getNextSteps(orders, nothing, experienced).map((each) =>
    'order' in each ? [each.kind, each.order.id] : each,
  );
  expect(found).toEqual([
    ['prove', 'sold'],
    ['pay', 'old'],
    ['pay', 'young'],
  ]);
});

test('price choices come first, by deadline', () => {
  const until = (hour: number) => ({
    payIn: 'received' as const,
    chooseUntil: new Date(Date.UTC(2026, 10, 23, hour)),
  });
  const orders = [
    order('unpaid'),
    order('later', until(9)),
    order('sooner', until(8)),
    order('given up', { status: 'cancelled', ...until(7) }),
  ];
  const found = getNextSteps(orders, nothing, experienced).map((each) =>
    'order' in each ? [each.kind, each.order.id] : each,
  );
  expect(found).toEqual([
    ['choose', 'sooner'],
    ['choose', 'later'],
    ['pay', 'unpaid'],
  ]);
});

test("a new customer's next step after orders is tier 1 only", () => {
  const found = getNextSteps([order('a')], { 1: check('not_submitted', null, 4), 2: never, 3: never }, experienced);
  expect(found.map((each) => ('tier' in each ? [each.kind, each.tier] : each.kind))).toEqual(['pay', ['begin', 1]]);
});

test('a rejected check comes after orders; one under review, approved or not started does not count', () => {
  expect(getNextSteps([], { 1: check('approved', 'none'), 2: check('pending'), 3: never }, experienced)).toEqual([]);
  const rejected = check('rejected', 'customer', 2);
  const found = getNextSteps([order('a')], { 1: rejected, 2: rejected, 3: check('approved', 'none') }, experienced);
  expect(found.map(({ kind }) => kind)).toEqual(['pay', 'redo', 'redo']);
});

test('a check with requested parts is a next step, with their number', () => {
  const nextSteps = getNextSteps(
    [],
    { 1: check('approved', 'none'), 2: check('pending', 'customer', 2), 3: never },
    experienced,
  );
  expect(nextSteps).toEqual([{ kind: 'more', tier: 2, parts: 2 }]);
});

test('a customer without orders is led to the lesson and the first order, after the identity check', () => {
  const checks = { 1: check('not_submitted', null, 4), 2: never, 3: never };
  const kinds = (isLessonDue: boolean) =>
    getNextSteps([], checks, { needsProfile: false, isLessonDue, hasNoOrder: true }).map(({ kind }) => kind);
  expect(kinds(true)).toEqual(['begin', 'learn', 'order']);
  expect(kinds(false)).toEqual(['begin', 'order']);
});

test('a customer without a profile completes it first, and continues a saved check instead of beginning', () => {
  const checks = { 1: { ...check('not_submitted', null, 4), hasDraft: true }, 2: never, 3: never };
  const found = getNextSteps([], checks, { ...experienced, needsProfile: true });
  expect(found.map(({ kind }) => kind)).toEqual(['profile', 'resume']);
});

test('the summary shows the number of steps', () => {
  expect(formatStepCount(0, false)).toBe("You're all set.");
  expect(formatStepCount(0, true)).toBe('Nothing to do right now.');
  expect([1, 2, 7].map((count) => formatStepCount(count, true))).toEqual([
    'One thing is waiting for you.',
    'Two things are waiting for you.',
    '7 things are waiting for you.',
  ]);
});

test('the folded list shows the number of further steps', () => {
  expect([1, 2, 5].map(formatMoreCount)).toEqual([
    'One more is waiting for you.',
    'Two more are waiting for you.',
    '5 more are waiting for you.',
  ]);
});

test('a plan is extended at the documented path', () => {
  expect(getExtendPath('personal')).toBe('/subscriptions?extend=1&plan=personal');
});

describe('countdown', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const later = (ms: number) => new Date(now.getTime() + ms);
  const read = (ms: number) => getTimeLeft(later(ms), now)?.map(formatPart).join(' ') ?? 'Expired';

  test.each([
    [86_400_000 * 12 + 3_600_000 * 7 + 60_000 * 41 + 8_000, '12 days 7 hours 41 minutes 8 seconds'],
    [86_400_000, '1 day 0 hours 0 minutes 0 seconds'],
    [86_399_000, '23 hours 59 minutes 59 seconds'],
    [61_000, '0 hours 1 minute 1 second'],
    [1, '0 hours 0 minutes 1 second'],
    [0, 'Expired'],
    [-1, 'Expired'],
    [Number.NaN, 'Expired'],
  ])('with %i ms left the plan says %s', (ms, words) => expect(read(ms)).toBe(words));

  test('the parts add up to the time left, and days are never zero', () => {
    const units = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), (ms) => {
        const parts = getTimeLeft(later(ms), now) ?? [];
        const sum = parts.reduce((total, { unit, count }) => total + units[unit] * count, 0);
        expect(sum).toBe(Math.ceil(ms / 1_000));
        expect(parts.find(({ unit }) => unit === 'days')?.count).not.toBe(0);
        for (const { unit, count } of parts)
          expect(count).toBeLessThan({ days: 401, hours: 24, minutes: 60, seconds: 60 }[unit]);
      }),
    );
  });

  test('screen readers get days, hours and minutes, without seconds', () => {
    expect(formatTimeLeft(getTimeLeft(later(90_061_000), now))).toBe('1 day, 1 hour, 1 minute');
    expect(formatTimeLeft(getTimeLeft(later(59_000), now))).toBe('Less than a minute');
    expect(formatTimeLeft(null)).toBe('Expired');
  });

  test('the progress of a period stays between its ends', () => {
    const month = { start: now, end: later(30_000) };
    expect(
      [later(-5), now, later(15_000), later(30_000), later(99_000)].map((at) => getElapsedShare(month, at)),
    ).toEqual([0n, 0n, 500n, 1_000n, 1_000n]);
    expect(getElapsedShare({ start: now, end: now }, now)).toBe(1_000n);
  });
});

const before: Profile = {
  firstName: 'Ina',
  lastName: 'Brown',
  displayName: 'Ina Brown',
  phoneNumber: '+18765550100',
  avatarUrl: '',
  dateOfBirth: '1990-04-12',
  declaredCountry: 'JM',
};

test('omitted fields stay unchanged', () => {
  expect(getChangedFields(before, applyChange(before, {}))).toEqual([]);
  expect(getChangedFields(before, applyChange(before, { phoneNumber: '' }))).toEqual(['phoneNumber']);
});

test('a display name equal to the full name follows it, a chosen one stays', () => {
  expect(applyChange(before, { lastName: 'Grant' }).displayName).toBe('Ina Grant');
  expect(applyChange({ ...before, displayName: 'Miss B' }, { lastName: 'Grant' }).displayName).toBe('Miss B');
  expect(applyChange(before, { displayName: '' }).displayName).toBe('Ina Brown');
});

test('name, date of birth and country are locked while a check is pending or approved, and only then', () => {
  expect((['not_submitted', 'pending', 'approved', 'rejected'] as const).map(getLock)).toEqual([
    null,
    'pending',
    'approved',
    null,
  ]);
  const anyChange = fc.subarray([...profileFields]);
  fc.assert(
    fc.property(anyChange, (changed) => {
      const rests = identityFields.some((field) => changed.includes(field));
      expect(findLockedField(changed, 'approved') !== null).toBe(rests);
      expect(findLockedField(changed, 'rejected')).toBeNull();
    }),
  );
});

test('a Jamaican number is shown in groups and parses back to the same number', () => {
  expect(formatPhoneNumber('+18765550100')).toBe('+1 876 555 0100');
  expect(formatPhoneNumber('+442079460018')).toBe('+442079460018');
  expect(parsePhone(formatPhoneNumber('+18765550100'))).toBe('+18765550100');
});

test.each(['https://example.com/me.png', 'https://img.example.co.uk/a?b=c#d'])('%s may be an avatar', (url) =>
  expect(isWebAddress(url)).toBe(true),
);

test.each([
  'http://example.com/me.png',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'ftp://example.com/me.png',
  'https://localhost/me.png',
  'https://user:word@example.com/me.png',
  'https:///me.png/',
  '//example.com/me.png',
  'example.com/me.png',
])('%s is refused as an avatar URL', (url) => {
  expect(UpdateProfile.safeParse({ avatarUrl: url }).success).toBe(false);
});

test('names follow the sign-up rules, and a name can be corrected but not removed', () => {
  const finding = (change: object) => UpdateProfile.safeParse(change).error?.issues[0]?.message;
  expect(finding({ firstName: 'I' })).toBe('Must be at least 2 characters');
  expect(finding({ firstName: '' })).toBe('Must be at least 2 characters');
  expect(finding({ lastName: 'x'.repeat(51) })).toBe('Must be less than 50 characters');
  expect(finding({ lastName: 'Br0wn' })).toBe('Only letters, spaces, hyphens and apostrophes are allowed');
  expect(finding({ dateOfBirth: '1990-02-30' })).toBe('Please enter a valid date');
  expect(finding({ phoneNumber: 'call me' })).toBe('Please enter a valid phone number');
  for (const name of ["D'Angelo", 'Anne-Marie', 'José Núñez']) expect(finding({ firstName: name })).toBeUndefined();
  for (const empty of ['displayName', 'phoneNumber', 'avatarUrl']) expect(finding({ [empty]: '' })).toBeUndefined();
});

test('the greeting follows the hour', () => {
  expect([0, 11, 12, 17, 18, 23].map(getGreeting)).toEqual([
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
