import type { Quota } from '../../platform/limits/quotas.ts';
import { refuse } from './messages.ts';

const hour = 60 * 60;

/** Limits all uploads, also rejected ones: a check occupies a CPU core. */
export const uploadQuotas: readonly Quota[] = [
  { work: 'upload-hour', tries: 100, seconds: hour, refuse: () => refuse('documents.too_many_now', {}) },
  { work: 'upload', tries: 200, seconds: 24 * hour, refuse: () => refuse('documents.too_many_files', {}) },
];

/** Limits the upload tests of one user (decision C3). */
export const storageTestQuota: Quota = {
  work: 'documents:test',
  tries: 5,
  seconds: 60,
  refuse: () => refuse('documents.too_many_tests', {}),
};
