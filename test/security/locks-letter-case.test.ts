import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setUpUnallocated } from '../unassigned.ts';
import { serverWithoutFaults } from '../worker.ts';

const server = await serverWithoutFaults();
const { admin, finance, recorded } = await setUpUnallocated(server);
const runCommand = server.actsAs(finance);

test.each([(id: string) => id, (id: string) => id.toUpperCase()])(
  'unallocated money waits for its lock',
  async (formatId) => {
    const id = await recorded(`CAPITALS ${randomUUID().slice(0, 13)}`, { amount: '3000' });
    const holder = await server.owner.connect();
    try {
      await holder.query('begin');
      await holder.query(`select pg_advisory_xact_lock(hashtextextended('unassigned ' || $1::uuid, 0))`, [id]);
      const input = { movementId: formatId(id), reasonCode: 'third_party_payer', note: '' };
      const answer = runCommand('unassigned/prepareReturn', input, admin);
      expect(await Promise.race([answer, sleep(2_000, 'waits')])).toBe('waits');
      await holder.query('rollback');
      expect(await answer).toBe('done');
    } finally {
      holder.release();
    }
  },
);
