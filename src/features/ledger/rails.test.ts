import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sell, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { atHour, isBusinessDay, jamaicaDay } from '../../kernel/calendar.ts';
import { jmd } from '../../kernel/money.ts';
import { jamaicanHolidays } from '../trading/lifecycle/holidays.ts';
import { bankRails, getBankRail, getCreditDeadline, isBranchMissing } from './payout-rail.ts';

const holidays = jamaicanHolidays(2026, 2028);
const friday = '2026-11-20';

test('transfers above J$1,000,000 use RTGS and need the branch, others ACH', () => {
  expect([getBankRail(jmd(100_000_000n)), getBankRail(jmd(100_000_001n))]).toEqual(['ach', 'rtgs']);
  expect([isBranchMissing(jmd(100_000_000n), ''), isBranchMissing(jmd(100_000_001n), ' ')]).toEqual([false, true]);
  expect(isBranchMissing(jmd(100_000_001n), 'Half Way Tree')).toBe(false);
});

test.each([
  ['ach', atHour(friday, 11), atHour('2026-11-23', 17)],
  ['ach', atHour(friday, 12), atHour('2026-11-24', 17)],
  ['ach', atHour('2026-11-21', 10), atHour('2026-11-24', 17)],
  ['rtgs', atHour(friday, 13), atHour(friday, 15)],
  ['rtgs', atHour(friday, 14), atHour('2026-11-23', 11)],
  // In 2026, Christmas is a Friday and Boxing Day a Saturday.
  ['rtgs', atHour('2026-12-24', 15), atHour('2026-12-28', 11)],
] as const)('%s sent at %s arrives by %s', (rail, sentAt, by) => {
  expect(getCreditDeadline(rail, sentAt, holidays)).toEqual(by);
});

test('arrival is always later and on a business day', () => {
  const moment = fc.date({
    min: new Date('2026-01-02T00:00:00Z'),
    max: new Date('2027-12-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(bankRails) as (keyof typeof bankRails)[])), moment, (rail, sentAt) => {
      const by = getCreditDeadline(rail, sentAt, holidays);
      expect(by > sentAt).toBe(true);
      expect(isBusinessDay(jamaicaDay(by), holidays)).toBe(true);
    }),
  );
});

describe('rails of bank entries', async () => {
  const server = await serverWithoutFaults();
  const { owner, signIn, call } = server;
  const enhanced = await signIn('enhanced');
  const holder = (await owner.query(`select display_name "name" from profiles where email = 'enhanced@demo.test'`))
    .rows[0];
  type Shown = { bankWay: { rail: string; creditedBy: string | null }; order: { net: { minor: string } } };
  const loadOrder = async (orderId: string) => (await call<Shown>('trading/show', { orderId }, enhanced)).body;

  test('a small sale is paid by ACH, and one above J$1,000,000 by RTGS, which needs the branch', async () => {
    const sourceOfFunds = {
      sourceOfFunds: 'savings',
      sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
    };
    const small = await sell(server, enhanced, { holder: holder.name });
    expect([small.status, small.body]).toMatchObject([200, {}]);
    expect((await loadOrder(small.body.orderId)).bankWay).toEqual({ rail: 'ach', creditedBy: null });
    const large = { amount: '0.2', holder: holder.name, ...sourceOfFunds };
    const refused = await sell(server, enhanced, { ...large, routingNumber: '' });
    expect(refused.body).toMatchObject({ code: 'trading.branch_needed' });
    const placed = await sell(server, enhanced, large);
    expect([placed.status, placed.body]).toMatchObject([200, {}]);
    expect((await loadOrder(placed.body.orderId)).bankWay).toEqual({ rail: 'rtgs', creditedBy: null });
  });
});
