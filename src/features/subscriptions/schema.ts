import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { paymentMethods } from '../payments/payment.ts';
import { plans } from './plans.ts';

/**
 * A month of a plan, which must be selected [001 §5 Subscription and workshop]. `price` is what was shown, in whole J$:
 * where the server says another one, nothing is begun.
 */
export const Subscribe = z.strictObject({
  key: IdText,
  plan: z.enum(plans),
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
