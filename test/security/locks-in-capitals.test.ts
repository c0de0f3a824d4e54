import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openMoney } from '../unassigned.ts';
import { serverWithoutFaults } from '../worker.ts';

/** What is locked by its id is the same in capitals: nobody works on it beside whoever has it, in whatever letters. */
const server = await serverWithoutFaults();
const { admin, finance, recorded } = await openMoney(server);
const codeOf = server.actsAs(finance);

test.each([(id: string) => id, (id: string) => id.toUpperCase()])(
  'money of nobody waits for its lock',
  async (write) => {
    const id = await recorded(`CAPITALS ${randomUUID().slice(0, 13)}`, { amount: '3000' });
    const holder = await server.owner.connect();
    try {
      await holder.query('begin');
      await holder.query(`select pg_advisory_xact_lock(hashtextextended('unassigned ' || $1::uuid, 0))`, [id]);
      const input = { movementId: write(id), reasonCode: 'third_party_payer', note: '' };
      const asked = codeOf('unassigned/prepareReturn', input, admin);
      expect(await Promise.race([asked, sleep(2_000, 'waits')])).toBe('waits');
      await holder.query('rollback');
      expect(await asked).toBe('done');
    } finally {
      holder.release();
    }
  },
);
