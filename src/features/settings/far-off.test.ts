import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { farOff } from './far-off.ts';

const { call, signIn } = await serverUnderTest();
const rates = { buy: '175', sell: '150', market: { rate: '158.31', source: 'BOJ', asOf: '2026-11-20' } };

test('a rate that moves by a quarter, a fee to its double and a cap to five times as much are asked about', () => {
  expect(farOff('rates', rates, { ...rates, buy: '1750' })).toEqual({ what: 'buy', before: '175', after: '1750' });
  expect(farOff('rates', rates, { ...rates, sell: '120' })).toMatchObject({ what: 'sell' });
  expect(farOff('rates', rates, { ...rates, market: { ...rates.market, rate: '15.831' } })?.what).toBe('market rate');
  expect(farOff('fee', { basisPoints: 800 }, { basisPoints: 80 })).toMatchObject({ before: '800', after: '80' });
  expect(farOff('caps', { none: 100, tier1: null }, { none: 500, tier1: 5 })?.what).toBe('none');
});

test('smaller moves, what was not there and what is no figure are not', () => {
  expect(farOff('rates', rates, { ...rates, buy: '218', sell: '121' })).toBeNull();
  expect(farOff('rates', { ...rates, market: null }, rates)).toBeNull();
  expect(farOff('fee', { basisPoints: 0 }, { basisPoints: 800 })).toBeNull();
  expect(farOff('bank_accounts', { number: '12345' }, { number: '99999999' })).toBeNull();
});

test('1,750 typed for 175 is proposed only by whoever says so a second time', async () => {
  const cookie = await signIn('finance');
  const { body } = await call<{ settings: { rates: typeof rates } }>('settings/list', {}, cookie);
  const value = { ...body.settings.rates, buy: `${body.settings.rates.buy}0` };
  const asked = await call('settings/propose', { key: 'rates', value }, cookie);
  expect(asked).toMatchObject({ status: 409, body: { code: 'settings.far_off', data: { after: value.buy } } });
  expect((await call('settings/propose', { key: 'rates', value, sure: true }, cookie)).status).toBe(200);
});
