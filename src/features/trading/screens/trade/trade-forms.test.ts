import { expect, test } from 'vitest';
import { buyAsk, buyFaults, changeBuy, emptyBuy } from './buy-form.ts';
import { changeSell, draftOf, emptySell, faultsOfStep, formFrom, type Sell, sellAsk, sellFaults } from './sell-form.ts';

const sound = { at: 'ok', address: 'x', packedTag: null, unsure: false } as const;
const judged = { address: { at: 'empty' }, tagFault: null, large: false } as const;
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

test('an empty buy form says the documented words for every field', () => {
  expect(buyFaults(emptyBuy, judged).map(({ text }) => text)).toEqual([
    'Please select a cryptocurrency',
    'Please enter an amount',
    'Please select a network',
    'Please enter your wallet address',
  ]);
});

test('a filled buy form below US$1,000 has no faults; at US$1,000 it needs a source and its proof', () => {
  expect(buyFaults(filledBuy, { ...judged, address: sound })).toEqual([]);
  const large = buyFaults(filledBuy, { ...judged, address: sound, large: true });
  expect(large.map(({ name }) => name)).toEqual(['Source of funds', 'Source of funds proof', 'Who holds the wallet']);
});

test('a source that only selling offers is none for buying', () => {
  const form = { ...filledBuy, sourceOfFunds: 'crypto_holdings', sourceFile: file, custody: 'self' as const };
  expect(buyFaults(form, { ...judged, address: sound, large: true }).map(({ field }) => field)).toEqual([
    'sourceOfFunds',
  ]);
});

test('another crypto clears the network, on both forms', () => {
  expect(changeBuy(filledBuy, 'symbol', 'ETH').network).toBe('');
  expect(changeSell(filledSell, 'symbol', 'BTC').network).toBe('');
});

test('a price is asked for only when crypto and amount can be priced, and never for Lignum', () => {
  expect(buyAsk({ ...emptyBuy, symbol: 'BTC', amount: '0' })).toBeNull();
  expect(buyAsk({ ...emptyBuy, symbol: 'LGM', amount: '100' })).toBeNull();
  expect(buyAsk({ ...emptyBuy, symbol: 'BTC', amount: '1,000.50' })).toEqual({
    symbol: 'BTC',
    currency: 'JMD',
    amount: '1,000.50',
    network: null,
  });
  expect(sellAsk({ ...emptySell, symbol: 'XRP', amount: '1.1234567' })).toBeNull();
});

test('a sell is complete only with its proof, and each step asks for its own fields', () => {
  const whole = { address: sound, large: false };
  expect(sellFaults(filledSell, whole)).toEqual([]);
  expect(sellFaults({ ...filledSell, proof: null }, whole).map(({ name }) => name)).toEqual(['Wallet proof']);
  const empty = sellFaults(emptySell, { address: { at: 'empty' }, large: false });
  expect(faultsOfStep(empty, 1).map(({ field }) => field)).toEqual([
    'symbol',
    'amount',
    'network',
    'senderWalletAddress',
  ]);
  expect(faultsOfStep(empty, 3).map(({ text }) => text)).toEqual([
    'Bank name is required',
    'Account number is required',
    'Account holder name is required',
  ]);
});

test("wallet type 'Other' needs a name, also while other fields are still empty", () => {
  const faults = sellFaults({ ...emptySell, walletType: 'other' }, { address: { at: 'empty' }, large: false });
  expect(faults.find(({ field }) => field === 'customWalletType')?.text).toBe(
    "Please specify wallet type when 'Other' is selected",
  );
});

test('a kept draft brings the form back as it was; nonsense in it is left empty', () => {
  expect(formFrom(draftOf(filledSell, 3))).toEqual({ form: filledSell, step: 3 });
  const odd = formFrom({ symbol: 'DOGE', network: 'mars', walletType: 'pocket', proof: '{', step: '9' });
  expect(odd).toEqual({ form: emptySell, step: 1 });
});
