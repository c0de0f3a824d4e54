import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { paymentMethods } from '../payments/payment.ts';
import { modes } from './session.ts';

const which = { sessionId: IdText, mode: z.enum(modes) };

export const Which = z.strictObject(which);
export const OnePlace = z.strictObject({ placeId: IdText });
export const NameWallet = z.strictObject({
  awardId: IdText,
  address: z.string().trim().min(1, 'Please enter your wallet address').max(200),
});
export const MovePlace = z.strictObject({ placeId: IdText, ...which });
export const CancelSession = z.strictObject({
  sessionId: IdText,
  reason: z.string().trim().min(1, 'Required').max(500),
});

/**
 * A place in a session, which must be selected with its mode [001 §5 Subscription and workshop]. `price` is what was
 * shown, in whole J$: where it is another one, nothing is begun.
 */
export const Register = z.strictObject({
  ...which,
  key: IdText,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
