import { z } from 'zod';

/** A second person's answer to what somebody asked for. Whoever rejects it says why: its history tells them. */
export const DecideProposal = z
  .strictObject({
    proposalId: z.uuid(),
    decision: z.enum(['approve', 'reject', 'withdraw']),
    reason: z.string().trim().max(500).default(''),
  })
  .refine(({ decision, reason }) => decision !== 'reject' || reason.length >= 3, {
    path: ['reason'],
    message: 'Say why it is rejected',
  });
