import { describe, expect, it } from 'vitest';
import { assetSymbols, assets, isAssetSymbol } from './assets.ts';
import { allRoutes, assetNetworks, getNetworkLabel, isNetwork, isOffered, networkIds, networks } from './networks.ts';

describe('networks', () => {
  it('are offered per asset in the words of the specification', () => {
    const offered = Object.fromEntries(
      assetSymbols.map((symbol) => [symbol, assetNetworks[symbol].map((option) => option.label)]),
    );
    expect(offered).toEqual({
      BTC: ['Bitcoin Network (BTC)', 'BEP20'],
      ETH: ['Ethereum (ERC20)', 'BEP20'],
      USDT: ['Ethereum (ERC20)', 'Tron (TRC20)', 'BSC (BEP20)'],
      USDC: ['Solana (Sol)', 'BEP20'],
      SOL: ['Solana (Sol)', 'BEP20'],
      XRP: ['XRP', 'BEP20'],
      LGM: ['Solana (Sol)'],
      MHI: ['Solana (Sol)'],
    });
  });

  it('offers no network twice for one asset', () => {
    const routes = allRoutes.map(({ symbol, network }) => `${symbol} ${network}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes).toHaveLength(15);
  });

  it('are each used by an asset and listed under their own id', () => {
    for (const id of networkIds) {
      expect(networks[id].id).toBe(id);
      expect(allRoutes.some((route) => route.network === id)).toBe(true);
    }
  });

  it('offer USDC on Solana but not on Tron', () => {
    expect(isOffered('solana', 'USDC')).toBe(true);
    expect(isOffered('trc20', 'USDC')).toBe(false);
    expect(getNetworkLabel('USDT', 'bep20')).toBe('BSC (BEP20)');
    expect(getNetworkLabel('USDC', 'trc20')).toBe('Tron (TRC20)');
  });

  it('have a destination tag for XRP only, and BEP20 takes about three minutes', () => {
    expect(networkIds.filter((id) => networks[id].hasTag)).toEqual(['xrp']);
    expect(networks.bep20.usualMinutes).toBe(3);
    expect(isNetwork('polygon')).toBe(false);
  });
});

describe('assets', () => {
  it('are the eight of the specification, each under its own symbol', () => {
    expect(Object.keys(assets)).toEqual([...assetSymbols]);
    for (const symbol of assetSymbols) expect(assets[symbol].symbol).toBe(symbol);
  });

  it('use decimals that their chains support', () => {
    expect(Object.values(assets).map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['BTC', 8],
      ['ETH', 8],
      ['USDT', 6],
      ['USDC', 6],
      ['SOL', 9],
      ['XRP', 6],
      ['LGM', 6],
      ['MHI', 6],
    ]);
  });

  it('are priced by the market, except our two tokens', () => {
    const ours = Object.values(assets).filter((asset) => asset.priceFrom === 'company');
    expect(ours).toEqual([assets.LGM, assets.MHI]);
  });

  it('are not found under built-in object property names', () => {
    expect(isAssetSymbol('BTC')).toBe(true);
    for (const text of ['btc', 'DOGE', '', 'constructor', '__proto__']) expect(isAssetSymbol(text)).toBe(false);
  });
});
