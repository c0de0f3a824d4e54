import { describe, expect, it } from 'vitest';
import { assetSymbols, assets, isAssetSymbol } from './assets.ts';

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
