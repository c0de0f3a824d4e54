import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { networkIds } from '../assets/networks.ts';
import { Income } from './field-row.ts';
import { fieldsSchema } from './fields.ts';
import { itemCodes } from './items.ts';
import { keysOf, maxTrustedWallets, occupations, queueFilters, walletCoins, walletProviders } from './options.ts';

const FileId = UuidSchema.nullable();

const OnlyFile = z.strictObject({ file: FileId });

/** One group per item [000 §5 KYC tier 1]; null if kept (decision D4). Idempotent by `id` [000 §3 kyc_submissions]. */
export const SubmitTier1 = z.strictObject({
  id: UuidSchema,
  personal_details: fieldsSchema('personal_details').nullable(),
  id_document: fieldsSchema('id_document', { file: FileId }).nullable(),
  trn_document: fieldsSchema('trn_document', { file: FileId }).nullable(),
  selfie: OnlyFile.nullable(),
});

/** [000 §5 Tier 2] */
export const SubmitTier2 = z.strictObject({
  id: UuidSchema,
  employment: fieldsSchema('employment').nullable(),
  address_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
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
  declaration: fieldsSchema('declaration').nullable(),
  source_of_funds_proof: OnlyFile.nullable(),
  income_proof: OnlyFile.nullable(),
  jurisdiction_proof: OnlyFile.nullable(),
  wallets: z
    .strictObject({
      list: z.array(TrustedWallet).max(maxTrustedWallets, `At most ${maxTrustedWallets} trusted wallets`),
    })
    .nullable(),
});

const Tier = z.literal([1, 2, 3]);

/** More would exceed the column once encrypted. */
const maxDraftBytes = 40_000;

/** Values of an unsent form as JSON. The form reads only what its fields accept. */
export const SaveKycDraft = z.strictObject({
  tier: Tier,
  id: UuidSchema,
  values: z
    .string()
    .max(20_000)
    .refine((text) => new TextEncoder().encode(text).length <= maxDraftBytes),
});
export const KycDraftOf = z.strictObject({ tier: Tier });

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
  tier: Tier.nullable().default(null),
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
