import type { Budget } from '../../platform/budgets.ts';
import { refuse } from './messages.ts';

const hour = 60 * 60;

/** Files that are sent, taken or not: judging one takes a core for a moment. */
export const sending: readonly Budget[] = [
  { work: 'upload-hour', tries: 100, seconds: hour, refuse: () => refuse('documents.too_many_now', {}) },
  { work: 'upload', tries: 200, seconds: 24 * hour, refuse: () => refuse('documents.too_many_files', {}) },
];

/** Runs of the upload tests, for one person (decision C3). */
export const testing: Budget = {
  work: 'documents:test',
  tries: 5,
  seconds: 60,
  refuse: () => refuse('documents.too_many_tests', {}),
};
