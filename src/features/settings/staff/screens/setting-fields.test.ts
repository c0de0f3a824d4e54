import fc from 'fast-check';
import { expect, it } from 'vitest';
import { demoSettings } from '../../demo-settings.ts';
import { type SettingKey, settingKeys, settingShapes } from '../../schema.ts';
import { fromFormValues, getChangedRows, getRows, isPaused, toFormValues, togglePause } from './setting-fields.ts';

const formKeys = settingKeys.filter((key) => key !== 'asset_switches');

it.each(formKeys)('opening the form of %s and changing nothing proposes the same value', (key: SettingKey) => {
  const value = demoSettings[key];
  expect(settingShapes[key].parse(fromFormValues(key, toFormValues(key, value)))).toEqual(value);
});

it('a fee typed in percent is kept in basis points, exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), (basisPoints) => {
      expect(fromFormValues('fee', toFormValues('fee', { basisPoints }))).toEqual({ basisPoints });
    }),
  );
  expect(fromFormValues('fee', { basisPoints: '8.25 %' })).toEqual({ basisPoints: 825 });
  expect(toFormValues('fee', { basisPoints: 800 })).toEqual({ basisPoints: '8' });
});

it('a fee with three places or letters is not turned into another one', () => {
  for (const text of ['8.255', '-1', 'eight'])
    expect(settingShapes.fee.safeParse(fromFormValues('fee', { basisPoints: text })).success).toBe(false);
});

it('an empty cap means unlimited, an empty gate means nothing', () => {
  const typed = { ...toFormValues('caps', demoSettings.caps), tier1: '' };
  expect(settingShapes.caps.parse(fromFormValues('caps', typed)).tier1).toBeNull();
  expect(settingShapes.caps.safeParse(fromFormValues('caps', { ...typed, gate: '' })).success).toBe(false);
});

it('a market rate is given whole or not at all', () => {
  const none = { buy: '175', sell: '150', 'market.rate': '', 'market.source': '', 'market.asOf': '' };
  expect(fromFormValues('rates', none)).toEqual({ buy: '175', sell: '150', market: null });
  expect(settingShapes.rates.safeParse(fromFormValues('rates', { ...none, 'market.rate': '160' })).success).toBe(false);
});

it('pausing one network of an asset pauses no other', () => {
  const at = { side: 'buy', symbol: 'BTC', network: 'bitcoin' } as const;
  const paused = togglePause({ paused: [] }, at);
  expect(paused.paused).toEqual([at]);
  expect(isPaused(paused, { ...at, network: 'bep20' })).toBe(false);
  expect(isPaused(paused, { ...at, side: 'sell' })).toBe(false);
  expect(togglePause(paused, at).paused).toEqual([]);
});

it('resuming one network of an asset paused everywhere leaves the others paused', () => {
  const everywhere = { paused: [{ side: 'sell' as const, symbol: 'USDT', network: null }] };
  const left = togglePause(everywhere, { side: 'sell', symbol: 'USDT', network: 'trc20' });
  expect(left.paused.map(({ network }) => network)).toEqual(['erc20', 'bep20']);
});

it('a pause is laid before the second person as one line', () => {
  const paused = { paused: [{ side: 'buy', symbol: 'BTC', network: 'bitcoin' }] };
  expect(getChangedRows('asset_switches', { paused: [] }, paused)).toEqual([
    { label: 'Buying BTC', before: 'open', after: 'paused on Bitcoin' },
  ]);
});

it('only what differs is laid before the second person', () => {
  const after = { ...demoSettings.caps, tier1: 2000 };
  expect(getChangedRows('caps', demoSettings.caps, after)).toEqual([
    { label: 'Tier 1, US$', before: '1,500', after: '2,000' },
  ]);
  expect(getRows('caps', demoSettings.caps).at(2)).toEqual({ label: 'Tier 2, US$', text: 'Unlimited' });
});
