import type pg from 'pg';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { seal, sealMissed } from './hash-chain.ts';
import { loadChainHead } from './store.ts';

/**
 * Writes the last number and hash of the chain to the process log at every log level (decision D3). The log leaves
 * this machine, so a database administrator cannot change that copy.
 */
export async function logAnchor(services: Pick<Services, 'log'>, sealer: pg.Pool): Promise<void> {
  await seal(sealer);
  const leftOut = await sealMissed(sealer);
  const { seq, hash } = await withSystem(sealer, loadChainHead);
  services.log.always({ anchor: `${seq}:${hash}`, leftOut }, 'audit anchor');
}

/** Daily at 00:10 in Jamaica. */
export const auditJobs = (services: Services, sealer: pg.Pool): Job<never>[] => [
  { name: 'audit.anchor', cron: '10 5 * * *', run: () => logAnchor(services, sealer) },
];
