import { describe, expect, test } from 'vitest';
import { quotedSymbols } from '../assets/assets.ts';
import { networkIds } from '../assets/networks.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { addAnnouncements, assessSystem, type Facts, getWorstState } from './assess.ts';
import { statusComponents } from './components.ts';
import { listPausePeriods } from './history.ts';

type Paused = Settings['asset_switches']['paused'];

const facts = (more: Partial<Facts> = {}, paused: Paused = []): Facts => ({
  settings: { ...demoSettings, asset_switches: { paused } },
  prices: quotedSymbols.map((symbol) => ({ symbol, stale: false })),
  cards: { order: true, other: true },
  areListsFresh: true,
  isMailOnTime: true,
  ...more,
});
const bothSides = (symbol: Paused[number]['symbol'], network: Paused[number]['network']): Paused =>
  (['buy', 'sell'] as const).map((side) => ({ side, symbol, network }));

describe('what the system knows', () => {
  test('every component works when nothing is paused or late, and Lignum without a price is missing', () => {
    const known = assessSystem(facts());
    expect(new Set([...known.values()].map(({ state }) => state))).toEqual(new Set(['working']));
    const ids = statusComponents.map(({ id }) => id);
    expect([...known.keys()].toSorted()).toEqual(ids.filter((id) => id !== 'coin-LGM').toSorted());
  });

  test('a coin that is paused on one network is partly paused, and so is the network', () => {
    const known = assessSystem(facts({}, [{ side: 'sell', symbol: 'USDT', network: 'trc20' }]));
    expect(known.get('coin-USDT')).toEqual({ state: 'partly', texts: ['Selling is paused for Tron (TRC20).'] });
    expect(known.get('network-trc20')).toEqual({ state: 'partly', texts: ['Selling is paused.'] });
    const both = assessSystem(facts({}, bothSides('USDT', 'trc20')));
    expect(both.get('coin-USDT')?.texts).toEqual(['Buying and selling are paused for Tron (TRC20).']);
    expect(known.get('coin-BTC')?.state).toBe('working');
    expect(getWorstState([...known.values()].map(({ state }) => state))).toBe('partly');
  });

  test('a coin paused on all networks in one direction says so, in both directions it is paused', () => {
    const buy: Paused = [{ side: 'buy', symbol: 'BTC', network: null }];
    expect(assessSystem(facts({}, buy)).get('coin-BTC')).toEqual({ state: 'partly', texts: ['Buying is paused.'] });
    const both = assessSystem(facts({}, bothSides('BTC', null)));
    const paused = { state: 'paused', texts: ['Buying and selling are paused.'] };
    expect(both.get('coin-BTC')).toEqual(paused);
    expect(both.get('network-bitcoin')).toEqual(paused);
  });

  test('a network without a wallet of ours is paused', () => {
    const company_wallets = { ...demoSettings.company_wallets, xrp: { address: '', tag: null } };
    const known = assessSystem(facts({ settings: { ...demoSettings, company_wallets } }));
    expect(known.get('network-xrp')?.state).toBe('paused');
    expect(networkIds.filter((id) => known.get(`network-${id}`)?.state === 'paused')).toEqual(['xrp']);
  });

  test('a stale or missing price pauses its coin and slows the prices, but not company prices', () => {
    const prices = quotedSymbols.filter((s) => s !== 'ETH').map((symbol) => ({ symbol, stale: symbol === 'BTC' }));
    const known = assessSystem(facts({ prices }));
    expect(['BTC', 'ETH', 'SOL', 'MHI'].map((symbol) => known.get(`coin-${symbol}`)?.state)).toEqual([
      'paused',
      'paused',
      'working',
      'working',
    ]);
    expect(known.get('prices')).toEqual({ state: 'slow', texts: ['Out of date: Bitcoin, Ethereum.'] });
  });

  test.each([
    [{ order: false, other: false }, 'paused'],
    [{ order: false, other: true }, 'partly'],
    [{ order: true, other: false }, 'partly'],
  ])('cards accepted for %o are %s', (cards, state) =>
    expect(assessSystem(facts({ cards })).get('card')?.state).toBe(state),
  );

  test('outdated lists slow the order checks, and late mail slows notices', () => {
    const known = assessSystem(facts({ areListsFresh: false, isMailOnTime: false }));
    expect([known.get('checks')?.state, known.get('mail')?.state]).toEqual(['slow', 'slow']);
  });
});

test('announcements come first, and the worse state wins', () => {
  const known = assessSystem(facts({ cards: { order: false, other: false } }));
  const status = addAnnouncements(known, [
    { component: 'bank', level: 'slow', text: 'Transfers are late.' },
    { component: 'card', level: 'fixed', text: 'Cards work again soon.' },
    { component: 'coin-GONE', level: 'paused', text: 'A coin we no longer offer.' },
  ]);
  expect(status.get('bank')).toEqual({ state: 'slow', texts: ['Transfers are late.'] });
  expect(status.get('card')).toEqual({
    state: 'paused',
    texts: ['Cards work again soon.', "We don't take cards at the moment."],
  });
  expect(status.has('coin-GONE')).toBe(false);
});

test('pauses in the settings become periods, together when they start and end together', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  const versions = [
    { paused: [], validFrom: at(1) },
    { paused: bothSides('USDT', 'trc20'), validFrom: at(2) },
    { paused: [...bothSides('USDT', 'trc20'), ...bothSides('BTC', null).slice(0, 1)], validFrom: at(3) },
    { paused: bothSides('BTC', null).slice(0, 1), validFrom: at(4) },
  ];
  expect(listPausePeriods(versions)).toEqual([
    {
      text: 'Paused: Tether on Tron (TRC20), buying and selling.',
      startsAt: at(2),
      endsAt: at(4),
    },
    { text: 'Paused: Bitcoin, buying.', startsAt: at(3), endsAt: null },
  ]);
});
