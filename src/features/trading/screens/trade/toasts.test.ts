import { expect, test } from 'vitest';
import { usd } from '../../../../kernel/money.ts';
import { formatRefusal } from './toasts.ts';

const cappedRefusal = { code: 'monthly_limit_reached', remaining: usd(0n) } as const;

test('an order above the monthly limit names the cap and what to do by tier', () => {
  expect(formatRefusal({ ...cappedRefusal, tier: 'tier1', capUsd: usd(150_000n) })).toEqual({
    title: 'Monthly limit reached',
    text: 'This transaction would exceed your $1,500 USD monthly cap. Please try a smaller amount.',
  });
  expect(formatRefusal({ ...cappedRefusal, tier: 'none', capUsd: usd(2_500n) })).toEqual({
    title: 'Monthly limit reached',
    text: 'This transaction would exceed your $25 USD monthly cap. Complete Tier 1 KYC to increase your limit.',
  });
});

test('from US$1,000 the required check and its place are named', () => {
  expect(formatRefusal({ code: 'enhanced_kyc_required' })).toEqual({
    title: 'Enhanced KYC Required',
    text: 'Transactions ≥ $1,000 USD require Enhanced KYC verification. Please complete your Enhanced KYC in your Profile.',
  });
});
