import { createHash } from 'node:crypto';
import { demoList, demoListDay } from '../../../fakes/screening/demo-list.ts';
import type { Db } from '../../platform/database/database.ts';
import { importList } from './import-list.ts';
import { saveRules } from './list-store.ts';
import { readRecords } from './read-local.ts';
import { getListRules } from './sources.ts';

/** Activates the invented demo list, so that the demo screens without a network. Idempotent. */
export async function importDemoList(tx: Db, now: Date): Promise<void> {
  const sha256 = createHash('sha256').update(demoList).digest('hex');
  const records = readRecords(demoList, demoListDay);
  const version = { source: 'demo', origin: 'demo', fileName: 'Demo list', importedBy: null } as const;
  await importList(tx, { ...version, sha256, records, now, asOf: now });
  await saveRules(tx, getListRules({ needed: ['demo'], maxAgeHours: 72 }));
}
