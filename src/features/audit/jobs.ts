import type pg from 'pg';
import { withSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { loadChainHead } from './export-store.ts';
import { seal, sealMissed } from './hash-chain.ts';

/**
 * Writes the end of the chain to the process log, which leaves this machine (decision D3).
 * A database administrator cannot rewrite that copy. The log level never hides it.
 */
export async function logAnchor(services: Pick<Services, 'log'>, sealer: pg.Pool): Promise<void> {
  await seal(sealer);
  const leftOut = await sealMissed(sealer);
  const { seq, hash } = await withSystem(sealer, loadChainHead);
  services.log.always({ anchor: `${seq}:${hash}`, leftOut }, 'audit anchor');
}

/** 00:10 in Jamaica. */
export const auditJobs = (services: Services, sealer: pg.Pool): Job<never>[] => [
  { name: 'audit.anchor', cron: '10 5 * * *', run: () => logAnchor(services, sealer) },
];
