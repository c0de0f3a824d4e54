import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';

export const RetryJob = z.strictObject({ job: z.string().min(1).max(100), id: UuidSchema });
