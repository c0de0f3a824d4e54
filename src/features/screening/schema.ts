import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { hitStates, maxLocalListLength } from './filters.ts';
import { clearReasons, confirmReasons } from './reasons.ts';

/** `before` is the id of the last hit on the previous page. */
export const HitsInput = z.strictObject({
  state: z.enum(hitStates).default('open'),
  userId: UuidSchema.optional(),
  before: UuidSchema.optional(),
});

const Note = z.string().trim().min(10, 'At least 10 characters').max(2000);
const getCodes = <T extends object>(reasons: T) => Object.keys(reasons) as [keyof T & string, ...(keyof T & string)[]];

/** With `proposalId`, decides an open proposal: `clear` approves the proposal, `leave` ends it. */
export const DecideHit = z.discriminatedUnion('decision', [
  z.strictObject({
    hitId: UuidSchema,
    decision: z.literal('clear'),
    reasonCode: z.enum(getCodes(clearReasons), { error: 'Choose a reason' }),
    note: Note,
    proposalId: UuidSchema.nullable().default(null),
  }),
  z.strictObject({ hitId: UuidSchema, decision: z.literal('leave'), note: Note, proposalId: UuidSchema }),
  z.strictObject({
    hitId: UuidSchema,
    decision: z.literal('confirm'),
    reasonCode: z.enum(getCodes(confirmReasons), { error: 'Choose a reason' }),
    note: Note,
  }),
]);

export const ImportLocal = z.strictObject({
  fileName: typedText().min(1).max(120),
  publishedOn: z.iso.date(),
  csv: z.string().min(1).max(maxLocalListLength),
  tryOnly: z.boolean().default(false),
  proposalId: UuidSchema.nullable().default(null),
  /** Reason for rejecting another person's file that this one replaces. */
  why: z.string().trim().max(500).default(''),
});
