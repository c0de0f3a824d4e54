import type pg from 'pg';
import { asSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { headOf } from './export-store.ts';
import { seal, sealLeftOut } from './seal.ts';

/**
 * Writes the end of the chain into the process log, which leaves this machine (decision D3): whoever rewrites the log
 * in the database cannot rewrite that too. Whatever the setting of the log leaves out, never this.
 */
export async function anchor(services: Pick<Services, 'log'>, sealer: pg.Pool): Promise<void> {
  await seal(sealer);
  const leftOut = await sealLeftOut(sealer);
  const { seq, hash } = await asSystem(sealer, headOf);
  services.log.always({ anchor: `${seq}:${hash}`, leftOut }, 'audit anchor');
}

/** Ten past midnight in Jamaica. */
export const auditJobs = (services: Services, sealer: pg.Pool): Job<never>[] => [
  { name: 'audit.anchor', cron: '10 5 * * *', run: () => anchor(services, sealer) },
];
