import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { itemCodes } from './items.ts';
import { queueFilters } from './options.ts';

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
