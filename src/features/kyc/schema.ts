import { z } from 'zod';
import { parseMoney } from '../../kernel/money.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { isFullName } from '../accounts/schema.ts';
import { networkIds } from '../assets/networks.ts';
import { itemCodes } from './items.ts';
import {
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  idTypes,
  keysOf,
  maxTrustedWallets,
  occupationNeedsDetails,
  occupations,
  queueFilters,
  walletCoins,
  walletProviders,
} from './options.ts';
import { parseTrn } from './trn.ts';

const TextLine = (missing: string, maxLength = 120) =>
  typedText()
    .min(1, missing)
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

const MultilineText = (missing: string, maxLength = 500) =>
  typedText()
    .min(1, missing)
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

const OptionalText = z
  .string()
  .trim()
  .max(500, 'Must be at most 500 characters')
  .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

const FileId = UuidSchema.nullable();

/** Amount in J$ with at most two decimals; zero is valid [000 §5 Tier 2]. */
const Income = typedText()
  .min(1, 'Monthly income is required')
  .max(24, 'Monthly income must be a number')
  .refine((text) => parseMoney(text, 'JMD') !== null, 'Monthly income must be a number of 0 or more');

const PersonalDetails = z.strictObject({
  fullName: TextLine('Full name is required')
    .min(2, 'Must be at least 2 characters')
    .refine(isFullName, 'Please enter your name in letters, with at most 12 words'),
  dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
  phone: typedText()
    .min(1, 'Phone number is required')
    .regex(/^[+()\d .-]{7,24}$/, 'Please enter a valid phone number'),
  address: MultilineText('Address is required'),
});

const IdDocument = z.strictObject({
  idType: z.enum(keysOf(idTypes), { error: 'Please choose the type of ID' }),
  idNumber: TextLine('ID number is required', 40)
    .regex(/^[A-Za-z\d /-]*$/, 'Use letters A to Z, digits and hyphens only')
    .regex(/\d/, 'An ID number contains digits'),
  file: FileId,
});

const TrnDocument = z.strictObject({
  trn: typedText()
    .min(1, 'TRN number is required')
    .max(20, 'A TRN has 9 digits')
    .refine((text) => parseTrn(text) !== null, 'A TRN has 9 digits'),
  file: FileId,
});

const OnlyFile = z.strictObject({ file: FileId });

/**
 * One group per item [000 §5 KYC tier 1]; null for an item kept from before (decision D4). `id` makes it idempotent
 * [000 §3 kyc_submissions].
 */
export const SubmitTier1 = z.strictObject({
  id: UuidSchema,
  personal_details: PersonalDetails.nullable(),
  id_document: IdDocument.nullable(),
  trn_document: TrnDocument.nullable(),
  selfie: OnlyFile.nullable(),
});

const Employment = z.strictObject({
  employmentStatus: z.enum(keysOf(employmentStatuses), { error: 'Employment status is required' }),
  employerName: TextLine('Employer/Company name is required'),
  jobTitle: TextLine('Job title/Position is required'),
  monthlyIncome: Income,
  sourceOfFunds: z.enum(keysOf(fundsSources), { error: 'Source of funds is required' }),
});

/** Tier 2 requires employer and job title [000 §5 Tier 2]. */
export const SubmitTier2 = z.strictObject({
  id: UuidSchema,
  employment: Employment.nullable(),
  address_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
});

/** A ticked checkbox requires its details [000 §5 Enhanced KYC]. */
const Declaration = z
  .strictObject({
    sourceOfFunds: z.enum(keysOf(enhancedFundsSources), { error: 'Primary source of funds is required' }),
    monthlyIncome: Income,
    occupation: z.enum(keysOf(occupations), { error: 'Occupation is required' }),
    occupationDetails: OptionalText.default(''),
    pep: z.boolean(),
    pepDetails: OptionalText.default(''),
    highRiskJurisdiction: z.boolean(),
    jurisdictionDetails: OptionalText.default(''),
  })
  .superRefine((declaration, context) => {
    const requireField = (missing: boolean, field: string, message: string) => {
      if (missing) context.addIssue({ code: 'custom', path: [field], message });
    };
    const unnamed = occupationNeedsDetails(declaration.occupation) && declaration.occupationDetails === '';
    requireField(unnamed, 'occupationDetails', 'Please describe your occupation');
    requireField(declaration.pep && declaration.pepDetails === '', 'pepDetails', 'PEP details are required');
    requireField(
      declaration.highRiskJurisdiction && declaration.jurisdictionDetails === '',
      'jurisdictionDetails',
      'Jurisdiction details are required',
    );
  });

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
  declaration: Declaration.nullable(),
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

const SubmissionId = { submissionId: UuidSchema };
const Note = z.string().trim().max(1_000).default('');
const Item = z.enum(itemCodes as [string, ...string[]] as [(typeof itemCodes)[number]]);
const Reason = z.string().trim().min(1, 'Choose a reason').max(60);
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

export const ShowIdentityQueue = z.strictObject({
  tier: z.literal([1, 2, 3]).nullable().default(null),
  filter: z.enum(queueFilters).default('all'),
  search: typedText().max(80).default(''),
  after: z.strictObject({ submittedAt: Moment, id: UuidSchema }).nullable().default(null),
});

export const SubmissionRef = z.strictObject(SubmissionId);

const ItemDecision = z.discriminatedUnion('decision', [
  z.strictObject({ item: Item, decision: z.literal('accept') }),
  z.strictObject({ item: Item, decision: z.literal(['reject', 'want']), reasonCode: Reason }),
]);

export const DecideItems = z.strictObject({ ...SubmissionId, items: z.array(ItemDecision).min(1).max(8), note: Note });
/** `proposalId`: the first approval, when this is the second. */
export const ApproveSubmission = z.strictObject({
  ...SubmissionId,
  proposalId: UuidSchema.nullable().default(null),
  note: Note,
});

const FailedItem = z.strictObject({ item: Item, reasonCode: Reason });

export const RejectSubmission = z.strictObject({ ...SubmissionId, items: z.array(FailedItem).max(8), note: Note });
export const RequestMoreInfo = RejectSubmission;

export const SearchCustomers = z.strictObject({
  search: typedText().max(80).default(''),
  after: UuidSchema.nullable().default(null),
});
export const CustomerRef = z.strictObject({ userId: UuidSchema });
export const CustomerOrdersPage = z.strictObject({ userId: UuidSchema, before: UuidSchema });
export const DecideLink = z.strictObject({
  userId: UuidSchema,
  otherId: UuidSchema,
  decision: z.enum(['join', 'apart'], { error: 'Choose a decision' }),
  note: z.string().trim().min(1, 'Please enter a reason').max(1_000),
  /** Open proposal of another reviewer to approve or reject. */
  proposalId: UuidSchema.nullable().default(null),
});
export const AddCustomerNote = z.strictObject({
  userId: UuidSchema,
  note: z.string().trim().min(1, 'Write a note').max(1_000),
});
