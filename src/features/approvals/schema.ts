import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { proposalKinds } from './permissions.ts';

const reasonMissing = 'Enter a reason';
const printable = /^[\P{Cc}\n\r\t]*$/u;

/** The reason of a rejection, shown in the history of the subject. */
export const RejectionReason = z
  .string()
  .trim()
  .min(3, reasonMissing)
  .max(500, `${reasonMissing}, in at most 500 characters`)
  .regex(printable, 'Please use letters, numbers and punctuation only');

export const hasReason = ({ decision, note }: { readonly decision: string; readonly note: string }): boolean =>
  decision !== 'reject' || RejectionReason.safeParse(note).success;
export const missingReasonIssue = { path: ['note'], message: `${reasonMissing}, in at most 500 characters` };

export const DecideProposal = z
  .strictObject({
    proposalId: UuidSchema,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    reason: z.string().trim().max(500).default(''),
  })
  .refine(({ decision, reason }) => decision !== 'reject' || RejectionReason.safeParse(reason).success, {
    path: ['reason'],
    message: reasonMissing,
  });

/** An empty `subjects` selects all proposals of these kinds. */
export const RejectedOf = z.strictObject({
  kinds: z.array(z.enum(proposalKinds)).min(1).max(4),
  subjects: z.array(z.string().min(1).max(100)).max(1_000).default([]),
});
