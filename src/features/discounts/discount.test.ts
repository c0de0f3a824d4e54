import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { after, days } from '../../kernel/clock.ts';
import { jmd, share } from '../../kernel/money.ts';
import { findTier, lowerFee, type Offered, pickDiscount } from './discount.ts';
import { type Discount, formatDiscount } from './format-discount.ts';
import { buildChallenge, isSignedBy } from './wallet-proof.ts';

const now = new Date('2026-11-30T12:00:00Z');
const offer = (percent: number, change: Partial<Offered> = {}): Offered => ({
  percent,
  reason: 'Independence week',
  endsAt: after(now, days(5)),
  promoCodeId: null,
  ...change,
});

describe('a lowered fee', () => {
  it('is never negative, never above the standard fee, and rounds in favour of the customer', () => {
    const fees = fc.bigInt({ min: 0n, max: 5_000n });
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(fees, fc.integer({ min: 1, max: 100 }), amounts, (standard, percent, minor) => {
        const { feeBasisPoints } = lowerFee(standard, offer(percent));
        expect(feeBasisPoints >= 0n && feeBasisPoints <= standard).toBe(true);
        expect(feeBasisPoints * 100n <= standard * BigInt(100 - percent)).toBe(true);
        expect((feeBasisPoints + 1n) * 100n > standard * BigInt(100 - percent)).toBe(true);
        const fee = share(jmd(minor), feeBasisPoints, 'half-up').minor;
        expect(fee >= 0n && fee <= share(jmd(minor), standard, 'half-up').minor).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of 8% is 6% for Silver, 5.2% for Gold and unchanged without a discount', () => {
    const fees = [25, 35, 100].map((percent) => lowerFee(800n, offer(percent)).feeBasisPoints);
    expect(fees).toEqual([600n, 520n, 0n]);
    expect(lowerFee(800n, null)).toEqual({ feeBasisPoints: 800n, discount: null });
  });

  it('says the standard fee, the discount, the reason and the end', () => {
    const { discount } = lowerFee(825n, offer(25));
    expect(formatDiscount(discount as Discount)).toMatch(/^8\.25% less 25%: Independence week, until .*Dec.* 2026/);
  });
});

test('only the greatest discount applies, and of equal ones the one that ends last', () => {
  const [late, early] = [offer(25, { endsAt: after(now, days(9)) }), offer(25)];
  expect(pickDiscount([early, offer(10), late])).toBe(late);
  expect(pickDiscount([offer(35), late])).toMatchObject({ percent: 35 });
  expect(pickDiscount([offer(0)])).toBeNull();
  expect(pickDiscount([])).toBeNull();
});

test.each([
  [4_999_999n, '2026-01-01', null],
  [5_000_000n, '2026-10-31', 'bronze'],
  [5_000_000n, '2026-11-01', null],
  [50_000_000n, '2026-10-31', 'silver'],
  [100_000_000n, '2026-10-31', 'silver'],
  [100_000_000n, '2026-10-01', 'gold'],
] as const)('%s MHI held since %s make the tier %s', (amount, heldSince, tier) => {
  expect(findTier({ amount, heldSince, now })?.id ?? null).toBe(tier);
});

test('a text is proven only by the strict signature of its wallet, in base58 or base64', () => {
  const key = ed25519.keygen();
  const address = base58.encode(key.publicKey);
  const challenge = { host: 'shop.example', account: 'ina@example.com', address, code: 'once', expiresAt: now };
  const text = buildChallenge(challenge);
  const signature = ed25519.sign(Buffer.from(text), key.secretKey);
  expect([base58, base64].map((codec) => isSignedBy(address, text, codec.encode(signature)))).toEqual([true, true]);
  const otherAccount = buildChallenge({ ...challenge, account: 'eve@example.com' });
  expect(isSignedBy(address, otherAccount, base58.encode(signature))).toBe(false);
  expect(isSignedBy(base58.encode(ed25519.keygen().publicKey), text, base58.encode(signature))).toBe(false);
  // A key of small order accepts the signature of all zeros in a lax check.
  const weak = base58.encode(new Uint8Array(32));
  expect(isSignedBy(weak, text, base64.encode(new Uint8Array(64)))).toBe(false);
  for (const garbage of ['', 'not a signature', base58.encode(signature.subarray(1))])
    expect(isSignedBy(address, text, garbage)).toBe(false);
});
