import { z } from 'zod';

/** A piece of work by its job and its own id. */
export const TryAgain = z.strictObject({ job: z.string().min(1).max(100), id: z.uuid() });
