import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';

export const Consent = z.strictObject({ allow: z.boolean() });

export const OneAlert = z.strictObject({ id: UuidSchema });

export type LocationFailure = 'location.unavailable' | 'location.not_detected';
