import { z } from 'zod';
import { paymentMethods } from '../payments/payment.ts';
import { modes } from './session.ts';

const which = { sessionId: z.uuid(), mode: z.enum(modes) };

export const Which = z.strictObject(which);
export const OnePlace = z.strictObject({ placeId: z.uuid() });
export const NameWallet = z.strictObject({
  awardId: z.uuid(),
  address: z.string().trim().min(1, 'Please enter your wallet address').max(200),
});
export const MovePlace = z.strictObject({ placeId: z.uuid(), ...which });
export const CancelSession = z.strictObject({
  sessionId: z.uuid(),
  reason: z.string().trim().min(1, 'Required').max(500),
});

/**
 * A place in a session, which must be selected with its mode [001 §5 Subscription and workshop]. `price` is what was
 * shown, in whole J$: where it is another one, nothing is begun.
 */
export const Register = z.strictObject({
  ...which,
  key: z.uuid(),
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});
