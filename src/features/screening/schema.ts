import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { hitStates, largestLocalList } from './filters.ts';
import { clearReasons, confirmReasons } from './reasons.ts';

/** Which hits to show; `before` is the id of the last one seen, newest come first. */
export const HitsWanted = z.strictObject({
  state: z.enum(hitStates).default('open'),
  userId: IdText.optional(),
  before: IdText.optional(),
});

const Note = z.string().trim().min(10, 'At least 10 characters').max(2000);
const codesOf = <T extends object>(reasons: T) => Object.keys(reasons) as [keyof T & string, ...(keyof T & string)[]];

/**
 * A person's decision on a hit: not the listed party, or it is. With `proposalId` it answers what somebody else said of
 * a match in all that is known: agrees by clearing as well, or leaves it to be decided.
 */
export const DecideHit = z.discriminatedUnion('decision', [
  z.strictObject({
    hitId: IdText,
    decision: z.literal('clear'),
    reasonCode: z.enum(codesOf(clearReasons), { error: 'Choose a reason' }),
    note: Note,
    proposalId: IdText.nullable().default(null),
  }),
  z.strictObject({ hitId: IdText, decision: z.literal('leave'), note: Note, proposalId: IdText }),
  z.strictObject({
    hitId: IdText,
    decision: z.literal('confirm'),
    reasonCode: z.enum(codesOf(confirmReasons), { error: 'Choose a reason' }),
    note: Note,
  }),
]);

/** A list of our own as CSV (columns in the README); it replaces the one before as a whole. */
export const ImportLocal = z.strictObject({
  fileName: z.string().trim().min(1).max(120),
  publishedOn: z.iso.date(),
  csv: z.string().min(1).max(largestLocalList),
  /** Reads and compares only; nothing is put in force. */
  tryOnly: z.boolean().default(false),
  /** What another person laid before a second one, and this very file agrees to. */
  proposalId: IdText.nullable().default(null),
  /** Why another person's file, which this one takes the place of, is rejected. */
  why: z.string().trim().max(500).default(''),
});
