import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buy, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { decimal } from '../../kernel/decimal.ts';
import { type AddressFault, familyRules } from './address-families.ts';
import { checkAddress, checkWallet } from './addresses.ts';
import { assetSymbols, assets, coinName, getMarket, isAssetSymbol, listPosition, quotedSymbols } from './assets.ts';
import { coinRows } from './catalog.ts';
import { getPastedAddress } from './explorer-link.ts';
import { type AddressFamily, addressFamilies } from './families.ts';
import {
  allRoutes,
  assetNetworks,
  familyNetworks,
  getNetworkLabel,
  isNetwork,
  isOffered,
  networkIds,
  networks,
} from './networks.ts';
import { custodies, formatHolding, parseHolding } from './transfer-parties.ts';

/** Of every family: a valid address, and an invalid one with the expected reason. */
const addressSamples: Readonly<Record<AddressFamily, { valid: string; invalid: [string, AddressFault] }>> = {
  bitcoin: {
    valid: 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
    invalid: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
  },
  evm: {
    valid: '0x52908400098527886E0F7030069857D2E4169EE7',
    invalid: ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum'],
  },
  tron: {
    valid: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    invalid: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
  },
  solana: { valid: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', invalid: ['7EcDhSYGxXyscszYEp35', 'malformed'] },
  xrp: {
    valid: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
    invalid: ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJi', 'checksum'],
  },
};

/** The networks of each coin in the words of the specification. A new coin adds its line. */
const documentedNetworks: Readonly<Record<keyof typeof coinRows, readonly string[]>> = {
  BTC: ['Bitcoin Network (BTC)', 'BEP20'],
  ETH: ['Ethereum (ERC20)', 'BEP20'],
  USDT: ['Ethereum (ERC20)', 'Tron (TRC20)', 'BSC (BEP20)'],
  USDC: ['Solana (Sol)', 'BEP20'],
  SOL: ['Solana (Sol)', 'BEP20'],
  XRP: ['XRP', 'BEP20'],
  LGM: ['Solana (Sol)'],
  MHI: ['Solana (Sol)'],
};

describe('coins', () => {
  it.each(assetSymbols)('%s has its documented networks', (symbol) => {
    expect(assetNetworks[symbol].map((option) => option.label)).toEqual(documentedNetworks[symbol]);
  });

  it('start with the eight of the specification in its order', () => {
    expect(assetSymbols.slice(0, 8)).toEqual(['BTC', 'ETH', 'USDT', 'USDC', 'SOL', 'XRP', 'LGM', 'MHI']);
    expect(assetSymbols.slice(0, 8).map((symbol) => assets[symbol].decimals)).toEqual([8, 8, 6, 6, 9, 6, 6, 6]);
  });

  it('are listed at unique positions, market coins by a name of their own', () => {
    expect(new Set(assetSymbols.map(listPosition)).size).toBe(assetSymbols.length);
    expect(quotedSymbols.slice(0, 6)).toEqual(['BTC', 'ETH', 'XRP', 'USDT', 'USDC', 'SOL']);
    expect(coinName('XRP')).toBe('XRP');
  });

  it('are priced by the market, except our two tokens', () => {
    const companyAssets = Object.values(assets).filter((asset) => asset.priceFrom === 'company');
    expect(companyAssets).toEqual([assets.LGM, assets.MHI]);
  });

  it.each(quotedSymbols)('%s has unique ids at the price providers and a demo price', (symbol) => {
    const others = quotedSymbols.filter((other) => other !== symbol);
    const { coinMarketCap, coinGecko, coinbase, kraken, demoPriceUsd } = coinRows[symbol].market;
    for (const other of others.map((each) => coinRows[each].market)) {
      expect(other.coinMarketCap).not.toBe(coinMarketCap);
      expect(other.coinGecko).not.toBe(coinGecko);
      if (coinbase !== null) expect(other.coinbase).not.toBe(coinbase);
      if (kraken !== null) expect(other.kraken?.[0]).not.toBe(kraken[0]);
    }
    expect(decimal(demoPriceUsd).units > 0n).toBe(true);
  });

  it('are not found under built-in object property names', () => {
    expect(isAssetSymbol('BTC')).toBe(true);
    for (const text of ['btc', 'ABCD', '', 'constructor', '__proto__']) {
      expect(isAssetSymbol(text)).toBe(false);
      expect(getMarket(text)).toBeUndefined();
    }
  });
});

describe('networks', () => {
  it('offers no network twice for one asset', () => {
    const routes = allRoutes.map(({ symbol, network }) => `${symbol} ${network}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(networkIds)('%s is used by a coin, has hints and fits the column of the ledger', (id) => {
    expect(allRoutes.some((route) => route.network === id)).toBe(true);
    expect(networks[id].hints.length).toBeGreaterThan(0);
    expect(id).toMatch(/^[a-z][a-z0-9]{1,15}$/);
  });

  it.each(networkIds)('%s accepts its explorer and payment links', (id) => {
    const { explorers, family, linkSchemes } = networks[id];
    const { valid } = addressSamples[family];
    for (const host of explorers.hosts)
      for (const page of explorers.pages) expect(getPastedAddress(`https://${host}/${page}/${valid}`)).toBe(valid);
    for (const scheme of linkSchemes) expect(getPastedAddress(`${scheme}:${valid}`)).toBe(valid);
  });

  it.each(networkIds)('%s has a demo wallet that no customer can use, and a tag only if it has tags', (id) => {
    const { demoWallet, hasTag } = networks[id];
    const ownAddresses = { wallets: new Set([demoWallet.address]), tokens: new Set<string>() };
    expect(checkWallet(id, demoWallet.address, ownAddresses).ok).toBe(false);
    expect(demoWallet.tag !== null).toBe(hasTag);
  });

  it('share no explorer, payment link scheme or EVM chain', () => {
    const all = networkIds.flatMap((id) => {
      const { explorers, linkSchemes, evmChain } = networks[id];
      return [...explorers.hosts, ...linkSchemes.map((scheme) => `${scheme}:`), ...(evmChain ? [evmChain.id] : [])];
    });
    expect(new Set(all).size).toBe(all.length);
  });

  it('have an EVM chain exactly in the family evm', () => {
    for (const id of networkIds) expect(networks[id].evmChain !== null).toBe(networks[id].family === 'evm');
  });

  it('offer USDC on Solana but not on Tron', () => {
    expect(isOffered('solana', 'USDC')).toBe(true);
    expect(isOffered('trc20', 'USDC')).toBe(false);
    expect(getNetworkLabel('USDT', 'bep20')).toBe('BSC (BEP20)');
    expect(getNetworkLabel('USDC', 'trc20')).toBe('Tron (TRC20)');
  });

  it('have a destination tag on the XRP Ledger, and BEP20 takes about three minutes', () => {
    expect(networks.xrp.hasTag).toBe(true);
    expect(networks.bep20.usualMinutes).toBe(3);
    expect(isNetwork('polygon')).toBe(false);
  });
});

describe.each(addressFamilies)('address family %s', (family) => {
  const network = familyNetworks[family];

  test('belongs to a network', () => expect(network).toBeDefined());

  test('accepts its sample and refuses the invalid one', () => {
    const { valid, invalid } = addressSamples[family];
    expect(checkAddress(network, valid)).toMatchObject({ ok: true, address: valid });
    expect(checkAddress(network, invalid[0])).toMatchObject({ ok: false, reason: invalid[1] });
  });

  test('is named when its address is given for another network', () => {
    for (const id of networkIds.filter((id) => networks[id].family !== family))
      expect(checkAddress(id, addressSamples[family].valid)).toMatchObject({ ok: false, belongsTo: family });
  });

  test('accepts what it encodes, and again what it returned', () => {
    for (let n = 0; n < 20; n++) {
      const check = checkAddress(network, familyRules[family].encode(sha256(Uint8Array.of(n))));
      expect(check.ok && checkAddress(network, check.address)).toEqual(check);
    }
  });

  test('refuses its addresses without an owner', () => {
    const { burn_address, token_contract, source, checkedOn } = familyRules[family].unowned;
    for (const address of burn_address)
      expect(checkAddress(network, address)).toMatchObject({ ok: false, reason: 'burn_address' });
    for (const address of token_contract)
      expect(checkAddress(network, address)).toMatchObject({ ok: false, reason: 'token_contract' });
    expect(source).not.toBe('');
    expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('parties of a transfer', async () => {
  const server = await serverWithoutFaults();
  const { owner, signIn, call } = server;
  const enhanced = await signIn('enhanced');
  const rowsOf = async (orderId: string) =>
    (await owner.query('select custody, provider, holder from transfer_parties where order_id = $1', [orderId])).rows;
  const funds = async () => ({
    sourceOfFunds: 'savings',
    sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
  });

  test('a provider needs a name; an empty owner means the customer', () => {
    fc.assert(
      fc.property(fc.constantFrom(...custodies, null), fc.string(), fc.string(), (custody, custodian, walletOwner) => {
        const read = parseHolding({ custody, custodian, walletOwner });
        expect(read === null).toBe(custody === null || (custody === 'provider' && custodian === ''));
        if (read)
          expect([read.provider === null, read.holder === null]).toEqual([custody === 'self', walletOwner === '']);
      }),
    );
    expect(formatHolding({ custody: 'self', provider: null, holder: null })).toBe("self-hosted, the customer's own");
  });

  test('orders from US$1,000 require and store the wallet holder', async () => {
    const large = { amount: '175000', ...(await funds()) };
    const refused = await buy(server, enhanced, { ...large, custody: null });
    expect(refused.body).toMatchObject({ code: 'trading.funds_missing', data: { what: 'Wallet holder' } });
    expect((await buy(server, enhanced, { ...large, custody: 'provider' })).body.code).toBe('trading.funds_missing');
    const holding = { custody: 'provider', custodian: 'Binance', walletOwner: 'Ada Grant' } as const;
    const { body } = await buy(server, enhanced, { ...large, ...holding });
    expect(await rowsOf(body.orderId)).toEqual([{ custody: 'provider', provider: 'Binance', holder: 'Ada Grant' }]);
    const shown = await call<{ parties: object }>('desk/order', { orderId: body.orderId }, await signIn('compliance'));
    expect(shown.body.parties).toEqual({ custody: 'provider', provider: 'Binance', holder: 'Ada Grant' });
  });

  test('smaller orders neither require nor store the wallet holder', async () => {
    const { body, status } = await buy(server, enhanced, { amount: '20000', custody: null });
    expect(status).toBe(200);
    expect(await rowsOf(body.orderId)).toEqual([]);
    const more = await buy(server, enhanced, { amount: '21000', custody: 'self' });
    expect(await rowsOf(more.body.orderId)).toEqual([]);
  });

  test('a customer cannot read the wallet holder of another customer', async () => {
    const { body } = await buy(server, enhanced, { amount: '180000', ...(await funds()) });
    expect(await rowsOf(body.orderId)).toHaveLength(1);
    expect((await call('desk/order', { orderId: body.orderId }, await signIn('tier1'))).status).toBe(403);
  });
});
