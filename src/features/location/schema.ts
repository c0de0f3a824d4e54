import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

/** The answer to the consent dialog, or a later change of mind. */
export const Consent = z.strictObject({ allow: z.boolean() });

export const OneAlert = z.strictObject({ id: IdText });

/** Why no place was found: the data file cannot be read, or it knows nothing of this connection's address. */
export type LocationFailure = 'location.unavailable' | 'location.not_detected';
