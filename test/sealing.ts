import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { seal } from '../src/features/audit/jobs.ts';

/** Seals until `wanted` entries are sealed. An entry waits for older transactions, also of parallel test files. */
export async function sealEntries(pool: pg.Pool, wanted: number): Promise<number> {
  let done = await seal(pool);
  for (let tries = 0; done < wanted && tries < 400; tries += 1) {
    await setTimeout(50);
    done += await seal(pool);
  }
  return done;
}
