import { describe, expect, it } from 'vitest';
import { assetSymbols } from './assets.ts';
import { allRoutes, assetNetworks, carries, isNetwork, networkIds, networkLabel, networks } from './networks.ts';

describe('networks', () => {
  it('are offered per asset in the words of the document', () => {
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

  it('offer no network twice for one asset', () => {
    const routes = allRoutes.map(({ symbol, network }) => `${symbol} ${network}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes).toHaveLength(15);
  });

  it('are each used by some asset and known under their own id', () => {
    for (const id of networkIds) {
      expect(networks[id].id).toBe(id);
      expect(allRoutes.some((route) => route.network === id)).toBe(true);
    }
  });

  it('carry USDC over Solana but not over Tron', () => {
    expect(carries('solana', 'USDC')).toBe(true);
    expect(carries('trc20', 'USDC')).toBe(false);
    expect(networkLabel('USDT', 'bep20')).toBe('BSC (BEP20)');
    expect(networkLabel('USDC', 'trc20')).toBe('Tron (TRC20)');
  });

  it('only XRP has a destination tag, and BEP20 takes about three minutes', () => {
    expect(networkIds.filter((id) => networks[id].hasTag)).toEqual(['xrp']);
    expect(networks.bep20.usualMinutes).toBe(3);
    expect(isNetwork('polygon')).toBe(false);
  });
});
