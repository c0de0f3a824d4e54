import { type AssetSymbol, assetSymbols, assets } from '../../../assets/assets.ts';
import type { SourceOfFunds } from '../../quoting/source-of-funds.ts';

/** Labels of the sources; stored values stay as documented [001 §9 Enhanced due diligence]. */

export const sourceNames: Record<SourceOfFunds, string> = {
  employment_salary: 'Employment or salary',
  business_income: 'Business income',
  investment_returns: 'Investment returns',
  cryptocurrency: 'Cryptocurrency',
  cryptocurrency_trading: 'Cryptocurrency trading',
  crypto_holdings: 'Crypto holdings',
  inheritance: 'Inheritance',
  gift: 'Gift',
  real_estate: 'Real estate',
  savings: 'Savings',
  other: 'Other',
};

const assetName = (symbol: AssetSymbol) => `${assets[symbol].name}, ${symbol}`;

export const assetOptions = assetSymbols.map((symbol) => ({ value: symbol, name: assetName(symbol) }));

export const currencyOptions = [
  { value: 'JMD', name: 'Jamaican dollars, J$' },
  { value: 'USD', name: 'US dollars, US$' },
];
