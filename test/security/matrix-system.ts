import { givenUpWork } from '../system.ts';
import type { TestServer } from '../worker.ts';
import type { Outcome } from './verdicts.ts';

type Line = { readonly own: Outcome; readonly input?: () => Promise<unknown> };

/** What is about the house itself, and nobody's matter: its log, and how it stands. */
export const houseLines = ({ owner }: Pick<TestServer, 'owner'>): Readonly<Record<string, Line>> => ({
  'audit/list': { own: 'yes', input: async () => ({}) },
  'audit/about': { own: 'yes' },
  'system/show': { own: 'yes' },
  'system/tryAgain': { own: 'yes', input: () => givenUpWork(owner) },
});
