import type { Job } from '../../platform/jobs.ts';

export const locationJobs = (): Job<never>[] => [];
