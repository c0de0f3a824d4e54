import { insertFailedJob } from '../system.ts';
import type { TestServer } from '../worker.ts';
import type { Outcome } from './outcomes.ts';

type StaffRow = { readonly own: Outcome; readonly input?: () => Promise<unknown> };

export const buildSystemRows = ({ owner }: Pick<TestServer, 'owner'>): Readonly<Record<string, StaffRow>> => ({
  'audit/list': { own: 'yes', input: async () => ({}) },
  'audit/about': { own: 'yes' },
  'system/show': { own: 'yes' },
  'system/tryAgain': { own: 'yes', input: () => insertFailedJob(owner) },
});
