import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { longestDays, longestOverlap, scopes } from './scopes.ts';

const Name = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(60, 'Must be at most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

/** A new key: what its owner knows it by, what it opens and for how long. */
export const MakeKey = z.strictObject({
  name: Name,
  scopes: z.array(z.enum(scopes)).min(1, 'Choose at least one').max(scopes.length),
  days: z.number().int().min(1, 'At least one day').max(longestDays.reads, `At most ${longestDays.reads} days`),
});

const Hours = z.number().int().min(0).max(longestOverlap, `At most ${longestOverlap} hours`);

/** Another secret for a key or an address, and for how many hours the one before it stays good. */
export const Rotate = z.strictObject({ id: IdText, overlapHours: Hours });
export const ById = z.strictObject({ id: IdText });

export const AddWebhook = z.strictObject({ url: z.string().trim().min(1, 'Please enter an address').max(1_000) });
export const Deliveries = z.strictObject({ endpointId: IdText, before: IdText.nullable().default(null) });
