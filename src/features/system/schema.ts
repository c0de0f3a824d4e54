import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

/** A piece of work by its job and its own id. */
export const TryAgain = z.strictObject({ job: z.string().min(1).max(100), id: IdText });
