import { expect, test } from 'vitest';
import { usd } from '../../../../kernel/money.ts';
import { verdictWords } from './say.ts';

const capped = { code: 'monthly_limit_reached', remaining: usd(0n) } as const;

test('what goes over the month says the cap, and by the tier what can be done about it', () => {
  expect(verdictWords({ ...capped, tier: 'tier1', capUsd: usd(150_000n) })).toEqual({
    title: 'Monthly limit reached',
    text: 'This transaction would exceed your $1,500 USD monthly cap. Please try a smaller amount.',
  });
  expect(verdictWords({ ...capped, tier: 'none', capUsd: usd(2_500n) })).toEqual({
    title: 'Monthly limit reached',
    text: 'This transaction would exceed your $25 USD monthly cap. Complete Tier 1 KYC to increase your limit.',
  });
});

test('from US$1,000 on it names the check that is needed, and where it is done', () => {
  expect(verdictWords({ code: 'enhanced_kyc_required' })).toEqual({
    title: 'Enhanced KYC Required',
    text: 'Transactions ≥ $1,000 USD require Enhanced KYC verification. Please complete your Enhanced KYC in your Profile.',
  });
});
