import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { Evidence } from '../../ledger/schema.ts';
import { cardKinds } from './payable.ts';

export const StartCard = z.strictObject({ kind: z.enum(cardKinds), id: UuidSchema });

export const RecordCharge = z.strictObject({
  sessionId: UuidSchema,
  transaction: typedText()
    .min(4, "Enter the provider's charge number")
    .max(120)
    .regex(/^[!-~]+$/, 'Use letters, digits and symbols without spaces'),
  note: Evidence,
});
