import { z } from 'zod';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { paymentMethods } from '../../payments/payment.ts';
import { CourseInput } from '../schema.ts';

/** `price`: the price on the screen in whole J$. A different current price is refused. */
export const BuyCourse = CourseInput.extend({
  key: UuidSchema,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});

const Reason = z.string().trim().min(10).max(500);
/** Last day of access in Jamaica, inclusive; null means no end. */
const LastDay = z.iso.date().nullable();

export const CustomerInput = z.strictObject({ userId: UuidSchema });
export const GrantCourse = CourseInput.extend({ userId: UuidSchema, until: LastDay, reason: Reason });
export const ExtendGrant = z.strictObject({ id: UuidSchema, until: LastDay, reason: Reason });
export const RevokeGrant = z.strictObject({ id: UuidSchema, reason: Reason });
