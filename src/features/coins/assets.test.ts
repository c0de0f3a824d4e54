import { describe, expect, it } from 'vitest';
import { assetSymbols, assets, isAssetSymbol } from './assets.ts';

describe('assets', () => {
  it('are the eight of the document, each under its own symbol', () => {
    expect(Object.keys(assets)).toEqual([...assetSymbols]);
    for (const symbol of assetSymbols) expect(assets[symbol].symbol).toBe(symbol);
  });

  it('trade in the places that their chains can hold', () => {
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

  it('our two tokens are priced by the company, and all others by the market', () => {
    const ours = Object.values(assets).filter((asset) => asset.priceFrom === 'company');
    expect(ours).toEqual([assets.LGM, assets.MHI]);
  });

  it('are not found under names that every object carries', () => {
    expect(isAssetSymbol('BTC')).toBe(true);
    for (const text of ['btc', 'DOGE', '', 'constructor', '__proto__']) expect(isAssetSymbol(text)).toBe(false);
  });
});
