import { expect, test } from 'vitest';
import { issuesIn } from '../../../../ui/form.tsx';
import { QuoteBuy } from '../../schema.ts';
import { type BuyForm, buyAsk, buyRules, emptyBuy, withTyped } from './buy-form.ts';
import { isGivenAway } from './given-away.ts';
import { namesOf } from './papers.ts';
import { draftOf, emptySell, formFrom, type Sell, sellAsk, sellRules, stepFields } from './sell-form.ts';

const wrongInBuy = (form: BuyForm, known: Parameters<typeof buyRules>[1]) => issuesIn(buyRules(form, known), form);
const wrongInSell = (form: Sell, known: Parameters<typeof sellRules>[1]) => issuesIn(sellRules(form, known), form);

const sound = { at: 'ok', address: 'x', packedTag: null } as const;
const judged = { address: { at: 'empty' }, tagFault: null, warning: null, large: false } as const;
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
  expect(wrongInBuy(emptyBuy, judged).map(({ message }) => message)).toEqual([
    'Please select a cryptocurrency',
    'Please enter an amount',
    'Please select a network',
    'Please enter your wallet address',
  ]);
});

test('another currency than ours is none, whoever sends it', () => {
  const asked = { symbol: 'BTC', currency: 'EUR', amount: '50', network: 'bitcoin' };
  expect(issuesIn(QuoteBuy, asked)).toEqual([
    { path: 'currency', message: 'Please select a fiat currency (JMD or USD)' },
  ]);
});

test('what was typed before the screen was there leaves nothing of the crypto or wallet that it replaces', () => {
  const warned = { toldToPay: 'no', hurried: 'no', ownKeys: 'yes' } as const;
  const kept: BuyForm = { ...emptyBuy, symbol: 'XRP', amount: '50', network: 'xrp', destinationTag: '7', ...warned };
  expect(withTyped(kept, { symbol: 'BTC' })).toEqual({ ...kept, symbol: 'BTC', network: '', destinationTag: '' });
  expect(withTyped(kept, { symbol: 'BTC', network: 'bitcoin' })).toMatchObject({ network: 'bitcoin', ownKeys: '' });
  expect(withTyped(kept, { walletAddress: 'another' })).toMatchObject({ destinationTag: '7', ownKeys: '' });
  expect(withTyped(kept, { amount: '60', search: 'x' })).toEqual({ ...kept, amount: '60' });
});

test('a filled buy form below US$1,000 has no faults; at US$1,000 it needs a source and its proof', () => {
  expect(wrongInBuy(filledBuy, { ...judged, address: sound })).toEqual([]);
  const large = wrongInBuy(filledBuy, { ...judged, address: sound, large: true });
  expect(namesOf(large)).toEqual(['Source of funds', 'Source of funds proof', 'Who holds the wallet']);
});

test('a source that only selling offers is none for buying', () => {
  const form = { ...filledBuy, sourceOfFunds: 'crypto_holdings', sourceFile: file, custody: 'self' as const };
  expect(wrongInBuy(form, { ...judged, address: sound, large: true }).map(({ path }) => path)).toEqual([
    'sourceOfFunds',
  ]);
});

test('a token of ours is given away while the price list has no line of it, and nothing else is', () => {
  const listed = [{ symbol: 'BTC' }, { symbol: 'MHI' }];
  expect(isGivenAway('LGM', listed)).toBe(true);
  expect(isGivenAway('LGM', [...listed, { symbol: 'LGM' }])).toBe(false);
  for (const symbol of ['MHI', 'BTC', 'ETH', ''] as const) expect(isGivenAway(symbol, listed)).toBe(false);
  // Nobody is told that it is free before the prices are here.
  expect(isGivenAway('LGM', undefined)).toBe(false);
});

test('a price is asked for only when crypto and amount can be priced, and never for what is given away', () => {
  const lignum = { symbol: 'LGM', amount: '1000' } as const;
  expect(buyAsk({ ...emptyBuy, symbol: 'BTC', amount: '0' }, false)).toBeNull();
  expect(buyAsk({ ...emptyBuy, ...lignum }, true)).toBeNull();
  expect(sellAsk({ ...emptySell, ...lignum }, true)).toBeNull();
  expect(buyAsk({ ...emptyBuy, ...lignum }, false)).toMatchObject(lignum);
  expect(sellAsk({ ...emptySell, ...lignum }, false)).toEqual(lignum);
  expect(buyAsk({ ...emptyBuy, symbol: 'BTC', amount: '1,000.50' }, false)).toEqual({
    symbol: 'BTC',
    currency: 'JMD',
    amount: '1,000.50',
    network: null,
  });
  // Places that the coin does not have are left off by the price, which says so.
  expect(sellAsk({ ...emptySell, symbol: 'XRP', amount: '1.1234567' }, false)).toMatchObject({ amount: '1.1234567' });
  expect(sellAsk({ ...emptySell, symbol: 'XRP', amount: '0.0000009' }, false)).toBeNull();
});

test('a sell is complete only with its proof, and each step asks for its own fields', () => {
  const whole = { address: sound, large: false };
  expect(wrongInSell(filledSell, whole)).toEqual([]);
  expect(namesOf(wrongInSell({ ...filledSell, proof: null }, whole))).toEqual(['Wallet proof']);
  const empty = wrongInSell(emptySell, { address: { at: 'empty' }, large: false });
  const words = (fields: readonly string[]) =>
    empty.filter(({ path }) => fields.includes(path)).map(({ path, message }) => `${path}: ${message}`);
  expect(words(stepFields[1])).toEqual([
    'symbol: Please select a cryptocurrency',
    'amount: Please enter an amount',
    'network: Please select a network',
    'senderWalletAddress: Please enter your wallet address',
  ]);
  expect(words(['bankName', 'accountNumber', 'accountHolderName'])).toEqual([
    'bankName: Bank name is required',
    'accountNumber: Account number is required',
    'accountHolderName: Account holder name is required',
  ]);
});

test("wallet type 'Other' needs a name, also while other fields are still empty", () => {
  const faults = wrongInSell({ ...emptySell, walletType: 'other' }, { address: { at: 'empty' }, large: false });
  expect(faults.find(({ path }) => path === 'customWalletType')?.message).toBe(
    "Please specify wallet type when 'Other' is selected",
  );
});

test('a kept draft brings the form back as it was; nonsense in it is left empty', () => {
  expect(formFrom(draftOf({ ...filledSell, step: 3 }))).toEqual({ ...filledSell, step: 3 });
  const odd = formFrom({ symbol: 'DOGE', network: 'mars', walletType: 'pocket', proof: '{', step: '9' });
  expect(odd).toEqual(emptySell);
});
