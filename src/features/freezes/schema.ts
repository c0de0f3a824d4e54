import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { isWhyGiven, whyMissing } from '../approvals/schema.ts';

const Text = (message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(4_000, 'Must be at most 4000 characters')
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

export const FreezesOf = z.strictObject({ userId: IdText });
export const Freeze = z.strictObject({ userId: IdText, reason: Text('Say why') });
export const ProposeThaw = z.strictObject({ freezeId: IdText, note: Text('Say why it may end') });
/** `orderId`: an order, or a line of unassigned money. */
export const ProposeFrozenReturn = z.strictObject({ orderId: IdText, note: Text('Say why it goes back') });
export const DecideFrozen = z
  .strictObject({
    proposalId: IdText,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    note: z.string().trim().max(4_000).default(''),
  })
  .refine(isWhyGiven, whyMissing);
