import { createHash } from 'node:crypto';
import { demoList, demoListDay } from '../../../fakes/screening/demo-list.ts';
import type { Db } from '../../platform/database.ts';
import { importList } from './import-list.ts';
import { applyRules } from './list-store.ts';
import { foundIn } from './read-local.ts';
import { rulesFor } from './rules.ts';

/**
 * Puts the invented list of the demo in force, so that the demo screens without network. Once: the same list again is
 * nothing new. Runs in the owner's transaction that prepares the demo.
 */
export async function layDownDemoList(tx: Db, now: Date): Promise<void> {
  const sha256 = createHash('sha256').update(demoList).digest('hex');
  const found = foundIn(demoList, demoListDay);
  const about = { source: 'demo', origin: 'demo', fileName: 'Demo list', importedBy: null } as const;
  await importList(tx, { ...about, sha256, found, now, asOf: now });
  await applyRules(tx, rulesFor({ needed: ['demo'], maxAgeHours: 72 }));
}
