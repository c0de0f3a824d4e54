import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { CourseInput } from '../learning/schema.ts';
import { paymentMethods } from '../payments/payment.ts';

/** `price` is the shown price in whole J$; another price starts nothing. */
export const BuyCourse = CourseInput.extend({
  key: UuidSchema,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});

const Reason = z.string().trim().min(10).max(500);
/** Last day in Jamaica, inclusive; null without an end. */
const LastDay = z.iso.date().nullable();

export const CustomerInput = z.strictObject({ userId: UuidSchema });
export const GrantCourse = CourseInput.extend({ userId: UuidSchema, until: LastDay, reason: Reason });
export const ExtendGrant = z.strictObject({ id: UuidSchema, until: LastDay, reason: Reason });
export const RevokeGrant = z.strictObject({ id: UuidSchema, reason: Reason });
