import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { parseMoney } from '../../kernel/money.ts';
import { isCalendarDay } from '../accounts/age.ts';
import { isWholeName } from '../accounts/schema.ts';
import { networkIds } from '../coins/networks.ts';
import { itemCodes } from './items.ts';
import {
  employmentStatuses,
  enhancedFundsSources,
  fundsSources,
  idTypes,
  keysOf,
  mostWallets,
  occupationNeedsDetails,
  occupations,
  queueFilters,
  walletCoins,
  walletProviders,
} from './options.ts';
import { readTrn } from './trn.ts';

/** A line that somebody types: trimmed, bounded, without control signs. */
const Line = (missing: string, longest = 120) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(longest, `Must be at most ${longest} characters`)
    .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

/** Several lines: breaks are allowed, other control signs are not. */
const Lines = (missing: string, longest = 500) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(longest, `Must be at most ${longest} characters`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

const MaybeLines = z
  .string()
  .trim()
  .max(500, 'Must be at most 500 characters')
  .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

/** The id of an uploaded file; none yet is for the command to refuse, with the documented words. */
const FileId = IdText.nullable();

/** An amount of J$ with at most two places; zero is an income too [000 §5 Tier 2]. */
const Income = z
  .string()
  .trim()
  .min(1, 'Monthly income is required')
  .max(24, 'Monthly income must be a number')
  .refine((text) => parseMoney(text, 'JMD') !== null, 'Monthly income must be a number of 0 or more');

const PersonalDetails = z.strictObject({
  fullName: Line('Full name is required')
    .min(2, 'Must be at least 2 characters')
    .refine(isWholeName, 'Please enter your name in letters, in at most 12 words'),
  dateOfBirth: z.string().min(1, 'Date of birth is required').refine(isCalendarDay, 'Please enter a valid date'),
  /** Any way of writing it; the command brings it to E.164, Jamaica where no country is named. */
  phone: z
    .string()
    .trim()
    .min(1, 'Phone number is required')
    .regex(/^[+()\d .-]{7,24}$/, 'Please enter a valid phone number'),
  address: Lines('Address is required'),
});

const IdDocument = z.strictObject({
  idType: z.enum(keysOf(idTypes), { error: 'Please choose the kind of ID' }),
  idNumber: Line('ID number is required', 40).regex(/^[\p{L}\d /-]*$/u, 'Letters, digits and hyphens only'),
  file: FileId,
});

const TrnDocument = z.strictObject({
  trn: z
    .string()
    .trim()
    .min(1, 'TRN number is required')
    .max(20, 'A TRN has 9 digits')
    .refine((text) => readTrn(text) !== null, 'A TRN has 9 digits'),
  file: FileId,
});

const OnlyFile = z.strictObject({ file: FileId });

/**
 * What tier 1 sends, all of it required [000 §5 KYC tier 1]: one group for each item, under the item's code; null where
 * the item is kept from the submission before (decision D4). `id` is the submission's own, made by the browser: sent
 * twice, it is answered alike [000 §3 kyc_submissions].
 */
export const SubmitTier1 = z.strictObject({
  id: IdText,
  personal_details: PersonalDetails.nullable(),
  id_document: IdDocument.nullable(),
  trn_document: TrnDocument.nullable(),
  selfie: OnlyFile.nullable(),
});

const Employment = z.strictObject({
  employmentStatus: z.enum(keysOf(employmentStatuses), { error: 'Employment status is required' }),
  employerName: Line('Employer/Company name is required'),
  jobTitle: Line('Job title/Position is required'),
  monthlyIncome: Income,
  sourceOfFunds: z.enum(keysOf(fundsSources), { error: 'Source of funds is required' }),
});

/** What tier 2 sends, in the same way: employer and job title are required [000 §5 Tier 2]. */
export const SubmitTier2 = z.strictObject({
  id: IdText,
  employment: Employment.nullable(),
  address_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
});

/** What Enhanced KYC asks; a ticked box asks for its details [000 §5 Enhanced KYC]. */
const Declaration = z
  .strictObject({
    sourceOfFunds: z.enum(keysOf(enhancedFundsSources), { error: 'Primary source of funds is required' }),
    monthlyIncome: Income,
    occupation: z.enum(keysOf(occupations), { error: 'Occupation is required' }),
    occupationDetails: MaybeLines.default(''),
    pep: z.boolean(),
    pepDetails: MaybeLines.default(''),
    highRiskJurisdiction: z.boolean(),
    jurisdictionDetails: MaybeLines.default(''),
  })
  .superRefine((it, context) => {
    const want = (missing: boolean, field: string, message: string) => {
      if (missing) context.addIssue({ code: 'custom', path: [field], message });
    };
    const unnamed = occupationNeedsDetails(it.occupation) && it.occupationDetails === '';
    want(unnamed, 'occupationDetails', 'Please describe your occupation');
    want(it.pep && it.pepDetails === '', 'pepDetails', 'PEP details are required');
    want(
      it.highRiskJurisdiction && it.jurisdictionDetails === '',
      'jurisdictionDetails',
      'Jurisdiction details are required',
    );
  });

/**
 * A trusted wallet, under the documented names; an Other provider is named [000 §3 Trusted wallet entry, §5 Enhanced
 * KYC]. Whether the address fits is the command's to ask.
 */
export const TrustedWallet = z
  .strictObject({
    cryptoSymbol: z.enum(walletCoins, { error: 'Please select a cryptocurrency' }),
    network: z.enum(networkIds, { error: 'Please select a network' }),
    walletProvider: z.enum(keysOf(walletProviders), { error: 'Please select a wallet provider' }),
    customWalletProvider: z.string().trim().max(60, 'Must be at most 60 characters').default(''),
    walletAddress: z.string().trim().min(1, 'Please enter your wallet address').max(256, 'This is too long'),
  })
  .refine(({ walletProvider, customWalletProvider }) => walletProvider !== 'other' || customWalletProvider !== '', {
    path: ['customWalletProvider'],
    message: 'Please name the wallet provider',
  });

export const SubmitEnhanced = z.strictObject({
  id: IdText,
  declaration: Declaration.nullable(),
  source_of_funds_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
  jurisdiction_proof: OnlyFile.nullable(),
  wallets: z
    .strictObject({ list: z.array(TrustedWallet).max(mostWallets, `At most ${mostWallets} trusted wallets`) })
    .nullable(),
});

/** What the preview of the risk is worked out from; admins alone see it. */
export const PreviewEnhanced = z.strictObject({
  pep: z.boolean(),
  highRiskJurisdiction: z.boolean(),
  occupation: z.enum(keysOf(occupations)),
  monthlyIncome: Income,
});

const SubmissionId = { submissionId: IdText };
const Note = z.string().trim().max(1_000).default('');
const Item = z.enum(itemCodes as [string, ...string[]] as [(typeof itemCodes)[number]]);
const Reason = z.string().trim().min(1, 'Choose a reason').max(60);
const Moment = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));

/** The queue of one tier or of all, oldest first: all that waits for staff, the late, those that wait for a second
 * person (tier 3), and those that wait for the customer. */
export const ShowIdentityQueue = z.strictObject({
  tier: z.literal([1, 2, 3]).nullable().default(null),
  filter: z.enum(queueFilters).default('all'),
  search: z.string().trim().max(80).default(''),
  after: z.strictObject({ submittedAt: Moment, id: IdText }).nullable().default(null),
});

export const OneSubmission = z.strictObject(SubmissionId);

const Judged = z.discriminatedUnion('decision', [
  z.strictObject({ item: Item, decision: z.literal('accept') }),
  z.strictObject({ item: Item, decision: z.literal(['reject', 'want']), reasonCode: Reason }),
]);

/** Judges items one by one, without closing the submission. */
export const DecideItems = z.strictObject({ ...SubmissionId, items: z.array(Judged).min(1).max(8), note: Note });
/** With `proposalId` the second of two answers the first approval that was read. */
export const ApproveSubmission = z.strictObject({
  ...SubmissionId,
  proposalId: IdText.nullable().default(null),
  note: Note,
});

const Faulted = z.strictObject({ item: Item, reasonCode: Reason });

/** Closes with the items already rejected and those named here; at least one there must be. */
export const RejectSubmission = z.strictObject({ ...SubmissionId, items: z.array(Faulted).max(8), note: Note });
/** The same for what is still wanted: the submission stays pending and waits for the customer. */
export const AskMore = RejectSubmission;

export const SearchCustomers = z.strictObject({
  search: z.string().trim().max(80).default(''),
  after: IdText.nullable().default(null),
});
export const OneCustomer = z.strictObject({ userId: IdText });
/** The orders of one customer that were placed before this one. */
export const LeafOrders = z.strictObject({ userId: IdText, before: IdText });
/** What a person makes of two accounts that share something. */
export const DecideLink = z.strictObject({
  userId: IdText,
  otherId: IdText,
  decision: z.enum(['join', 'apart'], { error: 'Choose what it is' }),
  note: z.string().trim().min(1, 'Say why').max(1_000),
  /** What of another person's asking was read and is decided with it, where two have to. */
  proposalId: IdText.nullable().default(null),
});
export const AddCustomerNote = z.strictObject({
  userId: IdText,
  note: z.string().trim().min(1, 'Write a note').max(1_000),
});
