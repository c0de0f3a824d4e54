import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { OneCourse } from '../learning/schema.ts';
import { paymentMethods } from '../payments/payment.ts';

/** A course to be paid for. `price` is what was shown, in whole J$: where it is another one, nothing is begun. */
export const BuyCourse = OneCourse.extend({
  key: IdText,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});

const Reason = z.string().trim().min(10).max(500);
/** The last day of it in Jamaica; null without an end. */
const LastDay = z.iso.date().nullable();

export const OneCustomer = z.strictObject({ userId: IdText });
export const GiveCourse = OneCourse.extend({ userId: IdText, until: LastDay, reason: Reason });
export const MoveEnd = z.strictObject({ id: IdText, until: LastDay, reason: Reason });
export const TakeBack = z.strictObject({ id: IdText, reason: Reason });
