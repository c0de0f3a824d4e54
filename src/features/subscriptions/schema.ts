import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { paymentMethods } from '../payments/payment.ts';
import { plans } from './plans.ts';

/** A plan must be selected [001 §5 Subscription and workshop]. `price` is the shown price in whole J$. */
export const Subscribe = z.strictObject({
  key: UuidSchema,
  plan: z.enum(plans),
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
