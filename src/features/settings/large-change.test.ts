import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { findLargeChange } from './large-change.ts';

const { call, signIn } = await serverUnderTest();
const rates = { buy: '175', sell: '150', market: { rate: '158.31', source: 'BOJ', asOf: '2026-11-20' } };

test('a rate moved by a quarter, a doubled fee and a fivefold cap need confirmation', () => {
  expect(findLargeChange('rates', rates, { ...rates, buy: '1750' })).toEqual({
    what: 'buy',
    before: '175',
    after: '1750',
  });
  expect(findLargeChange('rates', rates, { ...rates, sell: '120' })).toMatchObject({ what: 'sell' });
  expect(findLargeChange('rates', rates, { ...rates, market: { ...rates.market, rate: '15.831' } })?.what).toBe(
    'market rate',
  );
  expect(findLargeChange('fee', { basisPoints: 800 }, { basisPoints: 80 })).toMatchObject({
    before: '800',
    after: '80',
  });
  expect(findLargeChange('caps', { none: 100, tier1: null }, { none: 500, tier1: 5 })?.what).toBe('none');
});

test('smaller changes, new values and texts need none', () => {
  expect(findLargeChange('rates', rates, { ...rates, buy: '218', sell: '121' })).toBeNull();
  expect(findLargeChange('rates', { ...rates, market: null }, rates)).toBeNull();
  expect(findLargeChange('fee', { basisPoints: 0 }, { basisPoints: 800 })).toBeNull();
  expect(findLargeChange('bank_accounts', { number: '12345' }, { number: '99999999' })).toBeNull();
});

test('1,750 instead of 175 can be proposed only after confirmation', async () => {
  const cookie = await signIn('finance');
  const { body } = await call<{ settings: { rates: typeof rates } }>('settings/list', {}, cookie);
  const value = { ...body.settings.rates, buy: `${body.settings.rates.buy}0` };
  const asked = await call('settings/propose', { key: 'rates', value }, cookie);
  expect(asked).toMatchObject({ status: 409, body: { code: 'settings.far_off', data: { after: value.buy } } });
  expect((await call('settings/propose', { key: 'rates', value, sure: true }, cookie)).status).toBe(200);
});
