import type { Job } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';

export const tradingJobs = (_services: Services, _mail: Mailer): Job<never>[] => [];
