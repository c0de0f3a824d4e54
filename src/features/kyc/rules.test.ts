import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jmd } from '../../kernel/money.ts';
import { can } from '../../kernel/permissions.ts';
import { type ItemCode, isItemOf, itemCodes, itemStates, requiredItems, tierItems } from './items.ts';
import { type Occupation, occupations, walletCoins } from './options.ts';
import { canReview, identityPermissions } from './permissions.ts';
import { getCustomerReason, getReasons } from './reasons.ts';
import { reviewFlags } from './review-flags.ts';
import {
  assess,
  calculatedRisk,
  combineRisk,
  countRisk,
  dueDiligenceTriggers,
  occupationRisk,
  riskLevels,
} from './risk.ts';
import { getTierAction, statusOf, submissionStatuses, tiers } from './tiers.ts';
import { formatTrn, isBusinessTrn, maskTail, parseTrn } from './trn.ts';
import { getNetworks } from './wallets.ts';

const kycStatus = fc.constantFrom('not_submitted' as const, ...submissionStatuses);
const occupation = fc.constantFrom(...(Object.keys(occupations) as Occupation[]));

test('a tier has the status of its newest submission, or not_submitted', () => {
  expect(statusOf(null)).toBe('not_submitted');
  for (const status of submissionStatuses) expect(statusOf({ status })).toBe(status);
});

test('a tier offers Start, then Resubmit, and tier 2 waits only for tier 1', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tiers), kycStatus, kycStatus, kycStatus, (tier, ...[one, two, three]) => {
      const status = { 1: one, 2: two, 3: three } as const;
      const { action, obstacle } = getTierAction(tier, status);
      expect(action).toBe(status[tier] === 'not_submitted' ? 'start' : 'resubmit');
      expect(obstacle).toBe(tier === 2 && one !== 'approved' ? 'tier1_first' : null);
    }),
  );
});

test('every item is either required or kept, and no accepted item is required', () => {
  const newest = fc.constantFrom(...tiers).chain((tier) =>
    fc.record({
      tier: fc.constant(tier),
      status: fc.constantFrom(...submissionStatuses),
      waitsFor: fc.constantFrom('staff', 'customer', 'none'),
      items: fc.tuple(
        ...tierItems[tier].map((item) => fc.record({ item: fc.constant(item), state: fc.constantFrom(...itemStates) })),
      ),
    }),
  );
  fc.assert(
    fc.property(newest, ({ tier, ...submission }) => {
      const { give, keep } = requiredItems(tier, submission);
      expect([...give, ...keep].sort()).toEqual([...tierItems[tier]].sort());
      const returned = submission.status === 'rejected' || submission.waitsFor === 'customer';
      const faults = submission.items.filter(({ state }) => state === 'rejected' || state === 'wanted');
      if (returned && faults.length > 0) expect(give).toEqual(faults.map(({ item }) => item));
      else expect(keep).toEqual([]);
    }),
  );
});

test('a document that was never submitted is neither required nor kept', () => {
  const items = [
    { item: 'declaration', state: 'accepted' },
    { item: 'wallets', state: 'rejected' },
  ] as const;
  const plan = requiredItems(3, { status: 'rejected', waitsFor: 'none', items });
  expect(plan).toEqual({ give: ['wallets'], keep: ['declaration'] });
});

test('every item has rejection and request reasons with texts for customer and staff', () => {
  for (const item of itemCodes) {
    expect(tiers.some((tier) => isItemOf(tier, item))).toBe(true);
    for (const act of ['reject', 'want'] as const) {
      const reasons = getReasons(act, item);
      expect(reasons.length).toBeGreaterThan(0);
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
      for (const { customer, staff } of reasons) expect(customer.length > 10 && staff.length > 5).toBe(true);
    }
  }
});

test('no customer reason mentions a suspicion', () => {
  const all = itemCodes.flatMap((item) => [...getReasons('reject', item), ...getReasons('want', item)]);
  for (const { customer } of all)
    expect(customer).not.toMatch(/fraud|fake|forg|suspic|stolen|sanction|launder|risk|compliance|alter|tamper/i);
});

test('the customer gets a reason only for items to send again', () => {
  expect(getCustomerReason('selfie', 'rejected', 'unreadable')).toContain('good light');
  expect(getCustomerReason('selfie', 'wanted', 'take_again')).toContain('another selfie');
  for (const [state, code] of [
    ['accepted', 'unreadable'],
    ['pending', null],
    ['rejected', 'take_again'],
  ] as const)
    expect(getCustomerReason('selfie', state, code)).toBeNull();
});

test.each(['123456789', '123-456-789', ' 123 456 789 '])('%s parses as a TRN', (text) => {
  expect(parseTrn(text)).toBe('123456789');
});

test.each([
  '',
  '12345678',
  '1234567890',
  '12a456789',
  '123--456-789',
  '1234-56-789',
  '１２３４５６７８９',
  '-123456789',
  '123456789\n1',
])('%j is not a TRN', (text) => expect(parseTrn(text)).toBeNull());

test('a formatted TRN parses back, and its first digit is only a remark', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
      expect(parseTrn(formatTrn(digits))).toBe(digits);
      expect(formatTrn(digits)).toMatch(/^\d{3}-\d{3}-\d{3}$/);
      expect(isBusinessTrn(digits)).toBe(digits[0] !== '1');
    }),
  );
});

test('a masked number shows its last three characters and its length', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, maxLength: 20 }), (text) => {
      expect(maskTail(text).slice(-3)).toBe(text.slice(-3));
      expect(maskTail(text)).toHaveLength(text.length);
    }),
  );
  expect(maskTail('123456789')).toBe('••••••789');
});

const declared = { pep: false, highRiskJurisdiction: false, occupation: 'other', monthlyIncome: jmd(0n) } as const;

test.each([
  [{ pep: true }, 'critical'],
  [{ occupation: 'political_figure' }, 'critical'],
  [{ occupation: 'political_figure', highRiskJurisdiction: true }, 'critical'],
  [{ highRiskJurisdiction: true }, 'high'],
  ...(
    ['government_official', 'military_official', 'diplomat', 'crypto_business', 'money_service', 'gambling'] as const
  ).map((work) => [{ occupation: work }, 'high'] as const),
  ...(['judge', 'senior_executive', 'financial_services', 'real_estate', 'art_dealer', 'precious_metals'] as const).map(
    (work) => [{ occupation: work }, 'medium'] as const,
  ),
  [{ occupation: 'judge', highRiskJurisdiction: true }, 'high'],
  [{}, 'low'],
] as const)('a declaration of %o is of risk %s', (change, risk) => {
  expect(calculatedRisk({ ...declared, ...change })).toBe(risk);
});

test.each([
  [{ pep: true }, ['pep']],
  [{ highRiskJurisdiction: true }, ['high_risk_jurisdiction']],
  [{ monthlyIncome: jmd(100_000_000n) }, []],
  [{ monthlyIncome: jmd(100_000_001n) }, ['income_threshold']],
  [{ occupation: 'political_figure' }, ['high_risk_occupation']],
  [{ occupation: 'crypto_business' }, ['high_risk_occupation']],
  [{ occupation: 'money_service' }, ['high_risk_occupation']],
  [{ occupation: 'gambling' }, []],
  [{ occupation: 'military_official' }, []],
] as const)('a declaration of %o triggers %j', (change, triggers) => {
  expect(dueDiligenceTriggers({ ...declared, ...change })).toEqual(triggers);
});

test('declaring more never lowers the risk or drops a trigger', () => {
  const rank = { low: 0, medium: 1, high: 2, critical: 3 } as const;
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      occupation,
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (pep, far, work, minor) => {
        const mild = { pep: false, highRiskJurisdiction: false, occupation: work, monthlyIncome: jmd(minor) };
        const full = { ...mild, pep, highRiskJurisdiction: far };
        const [less, more] = [assess(mild), assess(full)];
        expect(rank[more.risk]).toBeGreaterThanOrEqual(rank[less.risk]);
        expect(rank[less.risk]).toBe(rank[occupationRisk[work]]);
        for (const trigger of less.triggers) expect(more.triggers).toContain(trigger);
      },
    ),
  );
});

test('the wallet’s networks are those of its coin, as documented', () => {
  const labels = Object.fromEntries(walletCoins.map((coin) => [coin, getNetworks(coin).map(({ label }) => label)]));
  expect(labels).toEqual({
    BTC: ['Bitcoin Network (BTC)', 'BEP20'],
    ETH: ['Ethereum (ERC20)', 'BEP20'],
    USDT: ['Ethereum (ERC20)', 'Tron (TRC20)', 'BSC (BEP20)'],
    USDC: ['Solana (Sol)', 'BEP20'],
    SOL: ['Solana (Sol)', 'BEP20'],
    XRP: ['XRP', 'BEP20'],
    LGM: ['Solana (Sol)'],
  });
});

test('own decisions and second approvals by the same person are refused, and support is read-only', () => {
  const of = { customerId: 'customer', preparedBy: 'first' };
  const createActor = (id: string, ...roles: string[]) => ({ id, roles, otherAccounts: [] as string[] });
  expect(canReview(createActor('customer', 'admin', 'compliance'), 'approve', of)).toBe(false);
  expect(['customer', 'x'].map((id) => can(createActor(id, 'support'), identityPermissions.look, of))).toEqual([
    false,
    true,
  ]);
  expect(canReview(createActor('first', 'compliance'), 'approve', of)).toBe(false);
  expect(canReview(createActor('first', 'compliance'), 'reject', of)).toBe(true);
  expect(canReview(createActor('second', 'compliance'), 'approve', of)).toBe(true);
  for (const other of ['customer', 'first'])
    expect(canReview({ ...createActor('second', 'compliance'), otherAccounts: [other] }, 'approve', of)).toBe(false);
  for (const act of ['decideItems', 'approve', 'reject', 'askMore'] as const)
    for (const role of ['support', 'finance', 'instructor'])
      expect(canReview(createActor('x', role), act, of)).toBe(false);
});

test('remarks flag odd data, and a licence number equal to the TRN is not flagged', () => {
  const data = { full_name: 'Brown, Ina', date_of_birth: '1990-04-12', id_type: 'drivers_license' };
  const known = { firstName: 'Ina', lastName: 'Brown', displayName: 'Ina Brown', dateOfBirth: '1990-04-12' };
  expect(reviewFlags(data, { trn_number: '123456789', id_number: '123-456-789' }, known)).toEqual([]);
  const mismatched = { ...data, full_name: 'Ina Green', date_of_birth: '1991-04-12' };
  expect(reviewFlags(mismatched, { trn_number: '023456789', id_number: '999' }, known)).toEqual([
    'trn_first_digit',
    'licence_is_not_trn',
    'name_differs',
    'birth_differs',
  ]);
  const passport = { ...data, id_type: 'passport' };
  expect(reviewFlags(passport, { trn_number: '123456789', id_number: 'A1' }, known)).toEqual([]);
});

test('every item of a tier is known by its code', () => {
  const all: ItemCode[] = [...itemCodes];
  expect(all).toHaveLength(11);
  expect(isItemOf(1, 'wallets')).toBe(false);
});

const anyDeclared = fc.record({
  pep: fc.boolean(),
  highRiskJurisdiction: fc.boolean(),
  occupation,
  monthlyIncome: fc.bigInt(0n, 300_000_000n).map(jmd),
});

test('counted risk never falls over a sequence of declarations and never exceeds their combination', () => {
  fc.assert(
    fc.property(fc.array(anyDeclared, { minLength: 1 }), (declarations) => {
      const steps = declarations.map(countRisk);
      let counted = steps[0] ?? countRisk(declarations[0] as never);
      for (const step of steps) {
        const next = combineRisk(counted, step);
        for (const one of [counted, step]) {
          expect(next.pep || !one.pep).toBe(true);
          expect(next.highRiskJurisdiction || !one.highRiskJurisdiction).toBe(true);
          expect(next.triggers).toEqual(expect.arrayContaining([...one.triggers]));
          expect(riskLevels.indexOf(next.risk)).toBeGreaterThanOrEqual(riskLevels.indexOf(one.risk));
          expect(riskLevels.indexOf(next.occupationRisk)).toBeGreaterThanOrEqual(
            riskLevels.indexOf(one.occupationRisk),
          );
        }
        counted = next;
      }
      expect(counted.pep).toBe(steps.some(({ pep }) => pep));
      expect(counted.highRiskJurisdiction).toBe(steps.some((step) => step.highRiskJurisdiction));
      expect([...counted.triggers].sort()).toEqual([...new Set(steps.flatMap(({ triggers }) => triggers))].sort());
    }),
  );
});

test('two declarations count the same in either order, and a single one counts as declared', () => {
  fc.assert(
    fc.property(anyDeclared, anyDeclared, (one, other) => {
      expect(combineRisk(countRisk(one), countRisk(other))).toEqual(combineRisk(countRisk(other), countRisk(one)));
      expect(combineRisk(null, countRisk(one))).toEqual(countRisk(one));
    }),
  );
});
