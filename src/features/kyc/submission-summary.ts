import { formatGroupedMinorUnits, parseMinorUnits } from '../../kernel/money.ts';
import { networks } from '../assets/networks.ts';
import { type ItemCode, itemNames } from './items.ts';
import {
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  idTypes,
  occupations,
  walletProviders,
} from './options.ts';
import { type Data, getText } from './submission-data.ts';
import type { TierNumber } from './tiers.ts';
import { formatTrn } from './trn.ts';
import type { Wallet } from './wallets.ts';

export type DetailRow = readonly [label: string, value: string];

export type Opened = { readonly trn: string; readonly idNumber: string };

const getOptionName = (options: Readonly<Record<string, string>>, key: string): string => options[key] ?? key;
const formatIncome = (data: Data): string => {
  const text = getText(data, 'monthly_income');
  return text === '' ? '' : `J$${formatGroupedMinorUnits(parseMinorUnits(text))}`;
};
const formatYesNo = (data: Data, key: string): string => (data[key] === true ? 'Yes' : 'No');

const formatWallet = (wallet: Wallet): string => {
  const { walletProvider: provider, customWalletProvider: custom } = wallet;
  const name = provider === 'other' ? custom : getOptionName(walletProviders, provider);
  return `${wallet.walletAddress} (${networks[wallet.network].name}, ${name})`;
};

const walletDetails = (data: Data): DetailRow[] =>
  ((data['trusted_wallets'] ?? []) as Wallet[]).map((wallet, at) => [
    `${at + 1}. ${wallet.cryptoSymbol}`,
    formatWallet(wallet),
  ]);

const declarationDetails = (data: Data): DetailRow[] => [
  ['Primary source of funds', getOptionName(enhancedFundsSources, getText(data, 'source_of_funds'))],
  ['Monthly income', formatIncome(data)],
  ['Occupation', getOptionName(occupations, getText(data, 'occupation'))],
  ['Occupation details', getText(data, 'occupation_details')],
  ['Politically exposed person', formatYesNo(data, 'pep')],
  ['PEP details', getText(data, 'pep_details')],
  ['High-risk jurisdiction', formatYesNo(data, 'high_risk_jurisdiction')],
  ['Jurisdiction details', getText(data, 'jurisdiction_details')],
];

const employmentDetails = (data: Data): DetailRow[] => [
  ['Employment status', getOptionName(employmentStatuses, getText(data, 'employment_status'))],
  ['Employer/Company name', getText(data, 'employer_name')],
  ['Job title/Position', getText(data, 'job_title')],
  ['Monthly income', formatIncome(data)],
  ['Source of funds', getOptionName(fundsSources, getText(data, 'source_of_funds'))],
];

const personalDetails = (data: Data): DetailRow[] => [
  ['Full name', getText(data, 'full_name')],
  ['Date of birth', getText(data, 'date_of_birth')],
  ['Phone number', getText(data, 'phone_number')],
  ['Address', getText(data, 'address')],
];

export function itemSummary(item: ItemCode, data: Data, opened: Opened): DetailRow[] {
  const idDetails: DetailRow[] = [
    ['ID type', getOptionName(idTypes, getText(data, 'id_type'))],
    ['ID number', opened.idNumber],
  ];
  const all: Partial<Record<ItemCode, DetailRow[]>> = {
    personal_details: personalDetails(data),
    id_document: idDetails,
    trn_document: [['TRN', opened.trn && formatTrn(opened.trn)]],
    employment: employmentDetails(data),
    declaration: declarationDetails(data),
    wallets: walletDetails(data),
  };
  return (all[item] ?? []).filter(([, value]) => value !== '');
}

export const itemDetail = (item: ItemCode, text: string): DetailRow => [itemNames[item], text];

export const tierNames: Readonly<Record<TierNumber, string>> = { 1: 'KYC Tier 1', 2: 'KYC Tier 2', 3: 'Enhanced KYC' };
