import { describe, expect, test } from 'vitest';
import { jmd, usd } from '../../../../kernel/money.ts';
import { getFieldIssues } from '../../../../ui/form.tsx';
import { QuoteBuy } from '../../schema.ts';
import { type BuyForm, buyRules, emptyBuy, getBuyQuoteInput, mergeInput } from './buy-form.ts';
import { clockText, coinsShort, netText, percentText, rateText } from './figures-text.ts';
import { isFreeToken } from './free-token.ts';
import { getFieldNames } from './source-of-funds-form.ts';
import { formatRefusal } from './toasts.ts';
import { emptySell, fromDraft, getSellQuoteInput, type Sell, sellRules, stepFields, toDraft } from './use-sell.ts';

const findBuyFaults = (form: BuyForm, known: Parameters<typeof buyRules>[1]) =>
  getFieldIssues(buyRules(form, known), form);
const findSellFaults = (form: Sell, known: Parameters<typeof sellRules>[1]) =>
  getFieldIssues(sellRules(form, known), form);

const validAddress = { at: 'ok', address: 'x', packedTag: null } as const;
const checks = { address: { at: 'empty' }, tagFault: null, warning: null, large: false } as const;
const file = { id: '5f8a3c1e-7d0b-4e52-9a44-0c1d2e3f4a5b', name: 'slip.png', bytes: 70, mime: 'image/png' };

const filledBuy = { ...emptyBuy, symbol: 'BTC', amount: '25000', network: 'bitcoin', walletAddress: 'x' } as const;
const filledSell: Sell = {
  ...emptySell,
  symbol: 'XRP',
  amount: '50',
  network: 'xrp',
  senderWalletAddress: 'x',
  walletType: 'binance',
  proof: file,
  bankName: 'Demo Bank',
  accountNumber: '123456',
  accountHolderName: 'Tamara Grant',
};

test('an empty buy form shows the documented text for every field', () => {
  expect(findBuyFaults(emptyBuy, checks).map(({ message }) => message)).toEqual([
    'Please select a cryptocurrency',
    'Please enter an amount',
    'Please select a network',
    'Please enter your wallet address',
  ]);
});

test('an unknown currency is rejected', () => {
  const input = { symbol: 'BTC', currency: 'EUR', amount: '50', network: 'bitcoin' };
  expect(getFieldIssues(QuoteBuy, input)).toEqual([
    { path: 'currency', message: 'Please select a fiat currency (JMD or USD)' },
  ]);
});

test('early input resets fields that depend on a replaced crypto or wallet', () => {
  const warned = { askedToPay: 'no', hurried: 'no', ownKeys: 'yes' } as const;
  const xrpBuy: BuyForm = { ...emptyBuy, symbol: 'XRP', amount: '50', network: 'xrp', destinationTag: '7', ...warned };
  expect(mergeInput(xrpBuy, { symbol: 'BTC' })).toEqual({ ...xrpBuy, symbol: 'BTC', network: '', destinationTag: '' });
  expect(mergeInput(xrpBuy, { symbol: 'BTC', network: 'bitcoin' })).toMatchObject({ network: 'bitcoin', ownKeys: '' });
  expect(mergeInput(xrpBuy, { walletAddress: 'another' })).toMatchObject({ destinationTag: '7', ownKeys: '' });
  expect(mergeInput(xrpBuy, { amount: '60', search: 'x' })).toEqual({ ...xrpBuy, amount: '60' });
});

test('a complete buy form below US$1,000 is valid; at US$1,000 it needs a source and proof', () => {
  expect(findBuyFaults(filledBuy, { ...checks, address: validAddress })).toEqual([]);
  const large = findBuyFaults(filledBuy, { ...checks, address: validAddress, large: true });
  expect(getFieldNames(large)).toEqual(['Source of funds', 'Source of funds proof', 'Wallet holder']);
});

test('a new address needs the tick that it was compared', () => {
  const known = { ...checks, address: validAddress, isNewAddress: true };
  expect(getFieldNames(findBuyFaults(filledBuy, known))).toEqual(['I checked the first and last characters']);
  expect(findBuyFaults({ ...filledBuy, addressChecked: true }, known)).toEqual([]);
});

test('a source of the sell form is invalid for a buy', () => {
  const form = { ...filledBuy, sourceOfFunds: 'crypto_holdings', sourceFile: file, custody: 'self' as const };
  expect(findBuyFaults(form, { ...checks, address: validAddress, large: true }).map(({ path }) => path)).toEqual([
    'sourceOfFunds',
  ]);
});

test('only a token of ours without a listed price is free', () => {
  const listed = [{ symbol: 'BTC' }, { symbol: 'MHI' }];
  expect(isFreeToken('LGM', listed)).toBe(true);
  expect(isFreeToken('LGM', [...listed, { symbol: 'LGM' }])).toBe(false);
  for (const symbol of ['MHI', 'BTC', 'ETH', ''] as const) expect(isFreeToken(symbol, listed)).toBe(false);
  expect(isFreeToken('LGM', undefined)).toBe(false);
});

test('a quote needs a valid crypto and amount, and never a free token', () => {
  const lignum = { symbol: 'LGM', amount: '1000' } as const;
  expect(getBuyQuoteInput({ ...emptyBuy, symbol: 'BTC', amount: '0' }, false)).toBeNull();
  expect(getBuyQuoteInput({ ...emptyBuy, ...lignum }, true)).toBeNull();
  expect(getSellQuoteInput({ ...emptySell, ...lignum }, true)).toBeNull();
  expect(getBuyQuoteInput({ ...emptyBuy, ...lignum }, false)).toMatchObject(lignum);
  expect(getSellQuoteInput({ ...emptySell, ...lignum }, false)).toEqual({ ...lignum, network: null });
  expect(getBuyQuoteInput({ ...emptyBuy, symbol: 'BTC', amount: '1,000.50' }, false)).toEqual({
    symbol: 'BTC',
    currency: 'JMD',
    amount: '1,000.50',
    network: null,
  });
  expect(getSellQuoteInput({ ...emptySell, symbol: 'XRP', amount: '1.1234567' }, false)).toMatchObject({
    amount: '1.1234567',
  });
  expect(getSellQuoteInput({ ...emptySell, symbol: 'XRP', amount: '0.0000009' }, false)).toBeNull();
});

test('a sell needs its proof, and each step checks its own fields', () => {
  const context = { address: validAddress, large: false };
  expect(findSellFaults(filledSell, context)).toEqual([]);
  expect(getFieldNames(findSellFaults({ ...filledSell, proof: null }, context))).toEqual(['Wallet proof']);
  const empty = findSellFaults(emptySell, { address: { at: 'empty' }, large: false });
  const faultTexts = (fields: readonly string[]) =>
    empty.filter(({ path }) => fields.includes(path)).map(({ path, message }) => `${path}: ${message}`);
  expect(faultTexts(stepFields[1])).toEqual([
    'symbol: Please select a cryptocurrency',
    'amount: Please enter an amount',
    'network: Please select a network',
    'senderWalletAddress: Please enter your wallet address',
  ]);
  expect(faultTexts(['bankName', 'accountNumber', 'accountHolderName'])).toEqual([
    'bankName: Bank name is required',
    'accountNumber: Account number is required',
    'accountHolderName: Account holder name is required',
  ]);
});

test("wallet type 'Other' needs a name, even while other fields are empty", () => {
  const faults = findSellFaults({ ...emptySell, walletType: 'other' }, { address: { at: 'empty' }, large: false });
  expect(faults.find(({ path }) => path === 'customWalletType')?.message).toBe(
    "Please specify wallet type when 'Other' is selected",
  );
});

test('a stored draft restores the form and drops invalid values', () => {
  expect(fromDraft(toDraft({ ...filledSell, step: 3 }))).toEqual({ ...filledSell, step: 3 });
  const restored = fromDraft({ symbol: 'NONE', network: 'mars', walletType: 'pocket', proof: '{', step: '9' });
  expect(restored).toEqual(emptySell);
});

describe('figures', () => {
  test('a fee of 800 basis points is 8%, and a share keeps one decimal', () => {
    expect(percentText(800n)).toBe('8%');
    expect(percentText(1562n)).toBe('15.6%');
    expect(percentText(1005n)).toBe('10.1%');
  });

  test('the net of the fee panel has three decimals', () => {
    expect(netText(jmd(16_560_000n))).toBe('165,600.000');
    expect(netText(jmd(5n))).toBe('0.050');
  });

  test('a rate has two decimals', () => {
    expect(rateText('175')).toBe('175.00');
    expect(rateText('160.505')).toBe('160.51');
  });

  test('coins lose trailing zeros only', () => {
    expect(coinsShort('0.00500000')).toBe('0.005');
    expect(coinsShort('1200.000000')).toBe('1,200');
    expect(coinsShort('100')).toBe('100');
  });

  test('seconds are shown as a clock', () => {
    expect(clockText(120)).toBe('2:00');
    expect(clockText(5)).toBe('0:05');
  });
});

describe('toasts', () => {
  const cappedRefusal = { code: 'monthly_limit_reached', remaining: usd(0n) } as const;

  test('an order above the monthly limit names the cap and what to do by tier', () => {
    expect(formatRefusal({ ...cappedRefusal, tier: 'tier1', capUsd: usd(150_000n) })).toEqual({
      title: 'Monthly limit reached',
      text: 'This transaction would exceed your $1,500 USD monthly cap. Please try a smaller amount.',
    });
    expect(formatRefusal({ ...cappedRefusal, tier: 'none', capUsd: usd(2_500n) })).toEqual({
      title: 'Monthly limit reached',
      text: 'This transaction would exceed your $25 USD monthly cap. Complete Tier 1 KYC to increase your limit.',
    });
  });

  test('from US$1,000 the required check and its place are named', () => {
    expect(formatRefusal({ code: 'enhanced_kyc_required' })).toEqual({
      title: 'Enhanced KYC Required',
      text: 'Transactions ≥ $1,000 USD require Enhanced KYC verification. Please complete your Enhanced KYC in your Profile.',
    });
  });
});
