import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { paymentMethods } from '../payments/payment.ts';
import { modes } from './session.ts';

const which = { sessionId: UuidSchema, mode: z.enum(modes) };

export const Which = z.strictObject(which);
export const OnePlace = z.strictObject({ placeId: UuidSchema });
export const NameWallet = z.strictObject({
  awardId: UuidSchema,
  address: typedText().min(1, 'Please enter your wallet address').max(200),
});
export const MovePlace = z.strictObject({ placeId: UuidSchema, ...which });
export const CancelSession = z.strictObject({
  sessionId: UuidSchema,
  reason: z.string().trim().min(1, 'Required').max(500),
});

/** [001 §5 Subscription and workshop] `price` is in whole J$ and must equal the current price. */
export const Register = z.strictObject({
  ...which,
  key: UuidSchema,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
