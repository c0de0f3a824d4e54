import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { paymentMethods } from '../payments/payment.ts';
import { plans } from './plans.ts';

/** A plan is required [001 §5 Subscription and workshop]. `price`: the price on the screen in whole J$. */
export const Subscribe = z.strictObject({
  key: UuidSchema,
  plan: z.enum(plans),
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
