import fc from 'fast-check';
import { expect, test } from 'vitest';
import { may } from '../../kernel/acts.ts';
import { jmd } from '../../kernel/money.ts';
import { identityActs, mayReview } from './acts.ts';
import { type ItemCode, isItemOf, itemCodes, itemStates, itemsToGive, tierItems } from './items.ts';
import { type Occupation, occupations, walletCoins } from './options.ts';
import { readPhone } from './phone.ts';
import { customerReason, reasonsFor } from './reasons.ts';
import { remarksOn } from './remarks.ts';
import { assess, calculatedRisk, countedOf, dueDiligenceTriggers, occupationRisk, riskLevels, worse } from './risk.ts';
import { mayOpen, statusOf, submissionStatuses, tiers } from './tiers.ts';
import { maskedTail, oddForPerson, readTrn, trnText } from './trn.ts';
import { networksOf, readWallets } from './wallets.ts';

const kycStatus = fc.constantFrom('not_submitted' as const, ...submissionStatuses);
const occupation = fc.constantFrom(...(Object.keys(occupations) as Occupation[]));

test('a tier without a submission was not submitted; otherwise the newest one speaks', () => {
  expect(statusOf(null)).toBe('not_submitted');
  for (const status of submissionStatuses) expect(statusOf({ status })).toBe(status);
});

test('Start where nothing was submitted, Resubmit where something was; tier 2 waits for tier 1 alone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tiers), kycStatus, kycStatus, kycStatus, (tier, ...[one, two, three]) => {
      const status = { 1: one, 2: two, 3: three } as const;
      const { action, obstacle } = mayOpen(tier, status);
      expect(action).toBe(status[tier] === 'not_submitted' ? 'start' : 'resubmit');
      expect(obstacle).toBe(tier === 2 && one !== 'approved' ? 'tier1_first' : null);
    }),
  );
});

test('whatever staff decided, each item is either given again or kept, and nothing accepted is asked for twice', () => {
  const newest = fc.constantFrom(...tiers).chain((tier) =>
    fc.record({
      tier: fc.constant(tier),
      status: fc.constantFrom(...submissionStatuses),
      waitsFor: fc.constantFrom('staff', 'customer', 'nobody'),
      items: fc.tuple(
        ...tierItems[tier].map((item) => fc.record({ item: fc.constant(item), state: fc.constantFrom(...itemStates) })),
      ),
    }),
  );
  fc.assert(
    fc.property(newest, ({ tier, ...submission }) => {
      const { give, keep } = itemsToGive(tier, submission);
      expect([...give, ...keep].sort()).toEqual([...tierItems[tier]].sort());
      const returned = submission.status === 'rejected' || submission.waitsFor === 'customer';
      const faults = submission.items.filter(({ state }) => state === 'rejected' || state === 'wanted');
      if (returned && faults.length > 0) expect(give).toEqual(faults.map(({ item }) => item));
      else expect(keep).toEqual([]);
    }),
  );
});

test('a paper that was never given is neither asked for nor kept', () => {
  const items = [
    { item: 'declaration', state: 'accepted' },
    { item: 'wallets', state: 'rejected' },
  ] as const;
  const plan = itemsToGive(3, { status: 'rejected', waitsFor: 'nobody', items });
  expect(plan).toEqual({ give: ['wallets'], keep: ['declaration'] });
});

test('every item has reasons to reject it and to ask for more, each with words for both sides', () => {
  for (const item of itemCodes) {
    expect(tiers.some((tier) => isItemOf(tier, item))).toBe(true);
    for (const act of ['reject', 'want'] as const) {
      const reasons = reasonsFor(act, item);
      expect(reasons.length).toBeGreaterThan(0);
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
      for (const { customer, staff } of reasons) expect(customer.length > 10 && staff.length > 5).toBe(true);
    }
  }
});

test('no reason tells the customer of a suspicion', () => {
  const all = itemCodes.flatMap((item) => [...reasonsFor('reject', item), ...reasonsFor('want', item)]);
  for (const { customer } of all)
    expect(customer).not.toMatch(/fraud|fake|forg|suspic|stolen|sanction|launder|risk|compliance|alter|tamper/i);
});

test('the customer reads a reason only where there is something to do', () => {
  expect(customerReason('selfie', 'rejected', 'unreadable')).toContain('good light');
  expect(customerReason('selfie', 'wanted', 'take_again')).toContain('once more');
  for (const [state, code] of [
    ['accepted', 'unreadable'],
    ['pending', null],
    ['rejected', 'take_again'],
  ] as const)
    expect(customerReason('selfie', state, code)).toBeNull();
});

test.each(['123456789', '123-456-789', ' 123 456 789 '])('%s is read as a TRN', (text) => {
  expect(readTrn(text)).toBe('123456789');
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
])('%j is not a TRN', (text) => expect(readTrn(text)).toBeNull());

test('a TRN is read back from the way it is written, and its first digit is a remark alone', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
      expect(readTrn(trnText(digits))).toBe(digits);
      expect(trnText(digits)).toMatch(/^\d{3}-\d{3}-\d{3}$/);
      expect(oddForPerson(digits)).toBe(digits[0] !== '1');
    }),
  );
});

test('a masked number shows its last three signs and its length', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, maxLength: 20 }), (text) => {
      expect(maskedTail(text).slice(-3)).toBe(text.slice(-3));
      expect(maskedTail(text)).toHaveLength(text.length);
    }),
  );
  expect(maskedTail('123456789')).toBe('••••••789');
});

test.each([
  ['8765551234', '+18765551234'],
  ['876-922-1234', '+18769221234'],
  ['(658) 555-1234', '+16585551234'],
  ['+1 658 555 1234', '+16585551234'],
  ['+44 20 7946 0958', '+442079460958'],
])('%s is kept as %s', (typed, e164) => expect(readPhone(typed)).toBe(e164));

test.each(['5551234', '', 'call me', '+1 999 999 9999', '8765551234 ext 5', '+0 876 555 1234'])(
  '%j is no phone number',
  (typed) => expect(readPhone(typed)).toBeNull(),
);

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

test('more to declare never lowers the risk, and never drops a trigger', () => {
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
  const labels = Object.fromEntries(walletCoins.map((coin) => [coin, networksOf(coin).map(({ label }) => label)]));
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

test('an address is kept in the one way we write it', () => {
  const wallet = {
    cryptoSymbol: 'ETH',
    network: 'erc20',
    walletProvider: 'metamask',
    customWalletProvider: '',
    walletAddress: ' 0x52908400098527886e0f7030069857d2e4169ee7 ',
  } as const;
  expect(readWallets([wallet])).toEqual({
    wallets: [{ ...wallet, walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }],
  });
  const many = Array.from({ length: 7 }, () => wallet);
  expect(readWallets(many)).toEqual({ number: 7, fault: 'too_many' });
});

test('nobody decides their own submission, nobody approves twice, and support only looks', () => {
  const of = { customerId: 'customer', preparedBy: 'first' };
  const who = (id: string, ...roles: string[]) => ({ id, roles, otherAccounts: [] as string[] });
  expect(mayReview(who('customer', 'admin', 'compliance'), 'approve', of)).toBe(false);
  expect(['customer', 'x'].map((id) => may(who(id, 'support'), identityActs.look, of))).toEqual([false, true]);
  expect(mayReview(who('first', 'compliance'), 'approve', of)).toBe(false);
  expect(mayReview(who('first', 'compliance'), 'reject', of)).toBe(true);
  expect(mayReview(who('second', 'compliance'), 'approve', of)).toBe(true);
  for (const other of ['customer', 'first'])
    expect(mayReview({ ...who('second', 'compliance'), otherAccounts: [other] }, 'approve', of)).toBe(false);
  for (const act of ['decideItems', 'approve', 'reject', 'askMore'] as const)
    for (const role of ['support', 'finance', 'instructor']) expect(mayReview(who('x', role), act, of)).toBe(false);
});

test('remarks tell what to look at twice, and a licence whose number is the TRN is as it should be', () => {
  const data = { full_name: 'Brown, Ina', date_of_birth: '1990-04-12', id_type: 'drivers_license' };
  const known = { firstName: 'Ina', lastName: 'Brown', displayName: 'Ina Brown', dateOfBirth: '1990-04-12' };
  expect(remarksOn(data, { trn: '123456789', idNumber: '123-456-789' }, known)).toEqual([]);
  const odd = { ...data, full_name: 'Ina Green', date_of_birth: '1991-04-12' };
  expect(remarksOn(odd, { trn: '023456789', idNumber: '999' }, known)).toEqual([
    'trn_first_digit',
    'licence_is_not_trn',
    'name_differs',
    'birth_differs',
  ]);
  const passport = { ...data, id_type: 'passport' };
  expect(remarksOn(passport, { trn: '123456789', idNumber: 'A1' }, known)).toEqual([]);
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

test('no row of declarations lowers what counts, and what counts is no worse than all of them together', () => {
  fc.assert(
    fc.property(fc.array(anyDeclared, { minLength: 1 }), (declarations) => {
      const steps = declarations.map(countedOf);
      let counted = steps[0] ?? countedOf(declarations[0] as never);
      for (const step of steps) {
        const next = worse(counted, step);
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

test('in whatever order two declarations come, the same counts; and the first alone counts as it is', () => {
  fc.assert(
    fc.property(anyDeclared, anyDeclared, (one, other) => {
      expect(worse(countedOf(one), countedOf(other))).toEqual(worse(countedOf(other), countedOf(one)));
      expect(worse(null, countedOf(one))).toEqual(countedOf(one));
    }),
  );
});
