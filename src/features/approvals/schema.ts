import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { proposalKinds } from './acts.ts';

const sayWhy = 'Say why it is rejected';
const printable = /^[\P{Cc}\n\r\t]*$/u;

/** Why somebody rejects, in plain words: it stands in the history of what was asked for. */
export const WhyRejected = z
  .string()
  .trim()
  .min(3, sayWhy)
  .max(500, `${sayWhy}, in 500 signs at most`)
  .regex(printable, 'Please use letters, numbers and punctuation only');

/** A second person's answer with a note: of whoever rejects it is why. */
export const isWhyGiven = ({ decision, note }: { readonly decision: string; readonly note: string }): boolean =>
  decision !== 'reject' || WhyRejected.safeParse(note).success;
export const whyMissing = { path: ['note'], message: `${sayWhy}, in 500 signs at most` };

/** A second person's answer to what somebody asked for. Whoever rejects it says why: its history tells them. */
export const DecideProposal = z
  .strictObject({
    proposalId: IdText,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    reason: z.string().trim().max(500).default(''),
  })
  .refine(({ decision, reason }) => decision !== 'reject' || WhyRejected.safeParse(reason).success, {
    path: ['reason'],
    message: sayWhy,
  });

/** Of what somebody reads what was rejected: by kind, and about which; all of a kind where none is named. */
export const RejectedOf = z.strictObject({
  kinds: z.array(z.enum(proposalKinds)).min(1).max(4),
  subjects: z.array(z.string().min(1).max(100)).max(1_000).default([]),
});
