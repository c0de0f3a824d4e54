import { groupedMoney, minorUnits } from '../../kernel/money.ts';
import { networks } from '../coins/networks.ts';
import { type ItemCode, itemNames } from './items.ts';
import {
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  idTypes,
  occupations,
  walletProviders,
} from './options.ts';
import { type Data, textIn } from './submission-data.ts';
import type { TierNumber } from './tiers.ts';
import { trnText } from './trn.ts';
import type { Wallet } from './wallets.ts';

/** What was typed for an item, label by label, in the order of the form; for staff to compare with the papers. */
export type Fact = readonly [label: string, value: string];

/** The numbers that stand sealed in the data, opened. */
export type Opened = { readonly trn: string; readonly idNumber: string };

const optionName = (options: Readonly<Record<string, string>>, key: string): string => options[key] ?? key;
/** `J$1,000,000.01`; empty where nothing was given. */
const incomeIn = (data: Data): string => {
  const text = textIn(data, 'monthly_income');
  return text === '' ? '' : `J$${groupedMoney(minorUnits(text))}`;
};
const yesNo = (data: Data, key: string): string => (data[key] === true ? 'Yes' : 'No');

const walletText = (wallet: Wallet): string => {
  const { walletProvider: provider, customWalletProvider: custom } = wallet;
  const name = provider === 'other' ? custom : optionName(walletProviders, provider);
  return `${wallet.walletAddress} (${networks[wallet.network].name}, ${name})`;
};

const walletFacts = (data: Data): Fact[] =>
  ((data['trusted_wallets'] ?? []) as Wallet[]).map((wallet, at) => [
    `${at + 1}. ${wallet.cryptoSymbol}`,
    walletText(wallet),
  ]);

const declarationFacts = (data: Data): Fact[] => [
  ['Primary source of funds', optionName(enhancedFundsSources, textIn(data, 'source_of_funds'))],
  ['Monthly income', incomeIn(data)],
  ['Occupation', optionName(occupations, textIn(data, 'occupation'))],
  ['Occupation details', textIn(data, 'occupation_details')],
  ['Politically exposed person', yesNo(data, 'pep')],
  ['PEP details', textIn(data, 'pep_details')],
  ['High-risk jurisdiction', yesNo(data, 'high_risk_jurisdiction')],
  ['Jurisdiction details', textIn(data, 'jurisdiction_details')],
];

const employmentFacts = (data: Data): Fact[] => [
  ['Employment status', optionName(employmentStatuses, textIn(data, 'employment_status'))],
  ['Employer/Company name', textIn(data, 'employer_name')],
  ['Job title/Position', textIn(data, 'job_title')],
  ['Monthly income', incomeIn(data)],
  ['Source of funds', optionName(fundsSources, textIn(data, 'source_of_funds'))],
];

const personalFacts = (data: Data): Fact[] => [
  ['Full name', textIn(data, 'full_name')],
  ['Date of birth', textIn(data, 'date_of_birth')],
  ['Phone number', textIn(data, 'phone_number')],
  ['Address', textIn(data, 'address')],
];

/** The facts of an item; lines without a value are left out. */
export function factsOf(item: ItemCode, data: Data, opened: Opened): Fact[] {
  const idFacts: Fact[] = [
    ['ID type', optionName(idTypes, textIn(data, 'id_type'))],
    ['ID number', opened.idNumber],
  ];
  const all: Partial<Record<ItemCode, Fact[]>> = {
    personal_details: personalFacts(data),
    id_document: idFacts,
    trn_document: [['TRN', opened.trn && trnText(opened.trn)]],
    employment: employmentFacts(data),
    declaration: declarationFacts(data),
    wallets: walletFacts(data),
  };
  return (all[item] ?? []).filter(([, value]) => value !== '');
}

/** What a letter calls an item. */
export const itemLine = (item: ItemCode, text: string): Fact => [itemNames[item], text];

export const tierNames: Readonly<Record<TierNumber, string>> = { 1: 'KYC Tier 1', 2: 'KYC Tier 2', 3: 'Enhanced KYC' };
