import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { hasReason, missingReasonIssue } from '../approvals/schema.ts';

const ReasonText = (message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(4_000, 'Must be at most 4,000 characters')
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, numbers and punctuation only');

export const FreezesInput = z.strictObject({ userId: UuidSchema });
export const Freeze = z.strictObject({ userId: UuidSchema, reason: ReasonText('Enter a reason') });
export const ProposeUnfreeze = z.strictObject({ freezeId: UuidSchema, note: ReasonText('Enter a reason') });
/** `orderId`: an order, a payment or a movement of unallocated money. */
export const ProposeFrozenReturn = z.strictObject({ orderId: UuidSchema, note: ReasonText('Enter a reason') });
export const DecideFrozen = z
  .strictObject({
    proposalId: UuidSchema,
    decision: z.enum(['approve', 'reject', 'withdraw']),
    note: z.string().trim().max(4_000).default(''),
  })
  .refine(hasReason, missingReasonIssue);
