import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { seal } from '../src/features/audit/seal.ts';

/**
 * Seals until so many entries are sealed. Other test files run in other databases of the same server, and an entry
 * waits for every older transaction there is.
 */
export async function sealSoon(pool: pg.Pool, wanted: number): Promise<number> {
  let done = await seal(pool);
  for (let tries = 0; done < wanted && tries < 400; tries += 1) {
    await setTimeout(50);
    done += await seal(pool);
  }
  return done;
}
