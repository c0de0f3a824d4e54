import type { Job } from '../../platform/jobs.ts';

export const identityJobs = (): Job<never>[] => [];
