import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { networkIds } from '../assets/networks.ts';
import { type FieldRow, fieldsSchema, Income, income, keysOf, OnlyFile, OptionalText } from './field-row.ts';
import {
  enhancedFundsSources,
  highRiskJurisdictions,
  maxTrustedWallets,
  occupationNeedsDetails,
  occupations,
  walletCoins,
  walletProviders,
} from './options.ts';

const countries = `${highRiskJurisdictions.slice(0, -1).join(', ')} or ${highRiskJurisdictions.at(-1)}`;

/** A ticked checkbox requires its details [000 §5 Enhanced KYC]. */
export const declaration = {
  sourceOfFunds: {
    key: 'source_of_funds',
    schema: z.enum(keysOf(enhancedFundsSources), { error: 'Primary source of funds is required' }),
    label: 'Primary source of funds',
    control: 'select',
    example: 'employment_salary',
    isHalf: true,
    options: enhancedFundsSources,
  },
  monthlyIncome: { ...income, label: 'Monthly income (JMD)', example: '250000' },
  occupation: {
    key: 'occupation',
    schema: z.enum(keysOf(occupations), { error: 'Occupation is required' }),
    label: 'Occupation',
    control: 'select',
    example: 'real_estate',
    options: occupations,
  },
  occupationDetails: {
    key: 'occupation_details',
    schema: OptionalText,
    label: 'Occupation details',
    control: 'line',
    example: '',
    askedIf: {
      isTrue: ({ occupation }) => occupationNeedsDetails(occupation as 'other'),
      missing: 'Please describe your occupation',
    },
    isKeptUnasked: true,
    autoComplete: 'organization-title',
    hint: 'Your role and your employer.',
  },
  pep: {
    key: 'pep',
    schema: z.boolean(),
    label: 'I am a politically exposed person (PEP), or a close relative or associate of one',
    summary: 'Politically exposed person',
    control: 'checkbox',
    example: false,
  },
  pepDetails: {
    key: 'pep_details',
    schema: OptionalText,
    label: 'PEP details',
    control: 'lines',
    example: '',
    askedIf: { isTrue: ({ pep }) => pep === true, missing: 'PEP details are required' },
    hint: 'The office held, the country, when it began, and how you are related.',
  },
  highRiskJurisdiction: {
    key: 'high_risk_jurisdiction',
    schema: z.boolean(),
    label: `I live, work or do business in a high-risk jurisdiction (${countries})`,
    summary: 'High-risk jurisdiction',
    control: 'checkbox',
    example: false,
  },
  jurisdictionDetails: {
    key: 'jurisdiction_details',
    schema: OptionalText,
    label: 'Jurisdiction details',
    control: 'lines',
    example: '',
    askedIf: {
      isTrue: ({ highRiskJurisdiction }) => highRiskJurisdiction === true,
      missing: 'Jurisdiction details are required',
    },
    hint: 'Name the country and describe your ties to it.',
  },
} satisfies Record<string, FieldRow>;

/** Specified field names [000 §3 Trusted wallet entry, §5 Enhanced KYC]. The command validates the address. */
export const TrustedWallet = z
  .strictObject({
    cryptoSymbol: z.enum(walletCoins, { error: 'Please select a cryptocurrency' }),
    network: z.enum(networkIds, { error: 'Please select a network' }),
    walletProvider: z.enum(keysOf(walletProviders), { error: 'Please select a wallet provider' }),
    customWalletProvider: typedText().max(60, 'Must be at most 60 characters').default(''),
    walletAddress: typedText().min(1, 'Please enter your wallet address').max(256, 'This address is too long'),
  })
  .refine(({ walletProvider, customWalletProvider }) => walletProvider !== 'other' || customWalletProvider !== '', {
    path: ['customWalletProvider'],
    message: 'Please name the wallet provider',
  });

export const SubmitEnhanced = z.strictObject({
  id: UuidSchema,
  declaration: fieldsSchema(declaration).nullable(),
  source_of_funds_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
  jurisdiction_proof: OnlyFile.nullable(),
  wallets: z
    .strictObject({
      list: z.array(TrustedWallet).max(maxTrustedWallets, `At most ${maxTrustedWallets} trusted wallets`),
    })
    .nullable(),
});

export const PreviewEnhanced = z.strictObject({
  pep: z.boolean(),
  highRiskJurisdiction: z.boolean(),
  occupation: z.enum(keysOf(occupations)),
  monthlyIncome: Income,
});
