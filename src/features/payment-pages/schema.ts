import { z } from 'zod';

/** The id of an order or a payment, or what a card provider calls it by. */
export const OneReference = z.strictObject({ reference: z.string().trim().min(1).max(64) });
