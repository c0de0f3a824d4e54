import type { Job } from '../../platform/jobs.ts';

export const documentsJobs = (): Job<never>[] => [];
