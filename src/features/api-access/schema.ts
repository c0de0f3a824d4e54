import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { maxDaysByKind, maxOverlapHours, scopes } from './scopes.ts';

const Name = typedText()
  .min(1, 'Give it a name')
  .max(60, 'Must be at most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Please use letters, numbers and punctuation only');

export const MakeKey = z.strictObject({
  name: Name,
  scopes: z.array(z.enum(scopes)).min(1, 'Choose at least one').max(scopes.length),
  days: z.number().int().min(1, 'At least one day').max(maxDaysByKind.reads, `At most ${maxDaysByKind.reads} days`),
});

const Hours = z.number().int().min(0).max(maxOverlapHours, `At most ${maxOverlapHours} hours`);

/** `overlapHours`: time that the old secret stays valid. */
export const Rotate = z.strictObject({ id: UuidSchema, overlapHours: Hours });
export const ById = z.strictObject({ id: UuidSchema });

export const AddWebhook = z.strictObject({ url: typedText().min(1, 'Please enter an address').max(1_000) });
export const Deliveries = z.strictObject({ endpointId: UuidSchema, before: UuidSchema.nullable().default(null) });
