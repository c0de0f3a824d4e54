import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { type InventedParty, inventedOfac } from '../../../fakes/screening/official-lists.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { Name } from '../accounts/schema.ts';
import { checkAddress } from '../assets/addresses.ts';
import { networkIds } from '../assets/networks.ts';
import { loadIndex } from './index-store.ts';
import { readChunks } from './list-file.ts';
import { readOfac } from './read-ofac.ts';
import { screenNames } from './screen-names.ts';
import { screenAddress } from './screen-wallet.ts';

const run = promisify(execFile);
const node = resolve('node_modules/.bin/node');
const server = await serverUnderTest();
const { services, call, owner } = server;

/** Imports in a child process. Returns its CPU seconds and peak memory (MB). */
async function importInWorker(path: string) {
  const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: server.ownerUrl };
  const env = { ...process.env, ...demo, DATA_DIR: tmpdir() };
  const { stdout } = await run(node, ['tools/sanctions-import.ts', 'ofac', path], { env, timeout: 400_000 });
  const [, parties, addresses, seconds, megabytes] =
    /^(\d+) parties, \d+ names, (\d+) addresses; [\d.]+ s, ([\d.]+) s of CPU, (\d+) MB/.exec(stdout) ?? [];
  return {
    parties: Number(parties),
    addresses: Number(addresses),
    seconds: Number(seconds),
    megabytes: Number(megabytes),
  };
}

const createParty = (index: number): InventedParty => ({
  reference: String(index),
  firstName: `Vorn${index}`,
  lastName: `Teskal${index}`,
  birthDate: [1960 + (index % 40), 1 + (index % 12), 1 + (index % 28)],
  addresses: index % 20 === 0 ? [['XBT', `1InventedAddressOfNumber${index}XyzAbc`]] : [],
});

async function writeList(path: string, day: string, parties: number): Promise<void> {
  const whole = inventedOfac(day, [createParty(0)]);
  const cut = whole.indexOf('</DistinctParties>');
  const file = createWriteStream(path);
  file.write(whole.slice(0, cut));
  for (let index = 1; index < parties; index++) {
    const list = inventedOfac(day, [createParty(index)]);
    const party = list.slice(list.indexOf('<DistinctParty '), list.indexOf('</DistinctParties>'));
    if (!file.write(party)) await once(file, 'drain');
  }
  file.end(whole.slice(cut));
  await once(file, 'close');
}

test('importing a list forty times as long takes less than twice the memory', { timeout: 480_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  await writeList(join(folder, 'small.xml'), '2025-11-01', 500);
  await writeList(join(folder, 'large.xml'), '2025-11-02', 20_000);
  const small = await importInWorker(join(folder, 'small.xml'));
  const large = await importInWorker(join(folder, 'large.xml'));
  expect([small.parties, large.parties, large.addresses]).toEqual([500, 20_000, 1_000]);
  expect(large.megabytes).toBeLessThan(small.megabytes * 2);
});

const realListPath = resolve('../shared/data/ofac/sdn_advanced.xml.bz2');

describe.skipIf(!existsSync(realListPath))(
  'the real list of OFAC of 2025-11-19 (skipped when the file is missing)',
  () => {
    const addresses = new Set<string>();

    test('importing every party and address takes less than 20 s of CPU time and 200 MB', {
      timeout: 480_000,
    }, async () => {
      await server.owner.query(`
      update sanctions_sources set list_id = null, as_of = null where source = 'ofac';
      delete from sanctions_parties where source = 'ofac'; delete from sanctions_lists where source = 'ofac'`);
      const cost = await importInWorker(realListPath);
      console.info('real list', cost);
      expect(cost).toMatchObject({ parties: 18_367, addresses: 745 });
      expect(cost.seconds).toBeLessThan(20);
      expect(cost.megabytes).toBeLessThan(200);
    });

    test('each of the 745 addresses is flagged in every accepted form', {
      timeout: 120_000,
    }, async () => {
      const byTag = new Map<string, Set<string>>();
      for await (const found of readOfac(readChunks(realListPath))) {
        if (!('party' in found)) continue;
        for (const { tag, address } of found.party.addresses) {
          byTag.set(tag, (byTag.get(tag) ?? new Set()).add(address));
          addresses.add(address);
        }
      }
      expect(Object.fromEntries([...byTag].map(([tag, all]) => [tag, all.size]))).toMatchObject({
        ...{ XBT: 517, ETH: 77, USDT: 93, TRX: 29, USDC: 2, XRP: 1, SOL: 1, BSC: 1, ARB: 1, BNB: 1 },
      });
      expect(addresses.size).toBe(745);
      const index = await withSystem(services.pool, (tx) => loadIndex(tx, 'real'));
      const result = (address: string) =>
        screenAddress(index, { address, network: 'erc20', symbol: 'ETH' }, new Date('2026-11-21T00:00:00Z')).result;
      const missed: string[] = [];
      for (const address of addresses) {
        const forms = [address, ...networkIds.map((network) => checkAddress(network, address))].flatMap((form) =>
          typeof form === 'string' ? form : form.ok ? form.address : [],
        );
        const cases = /^(0x|bc1)/i.test(address) ? [address.toLowerCase(), address.toUpperCase()] : [];
        for (const form of [...forms, ...cases]) if (result(form) !== 'flagged') missed.push(form);
      }
      expect(missed).toEqual([]);
    });
  },
);

describe('cost of a name', () => {
  const givenNames =
    'Muhammad Abdul Ali Hassan Hussein Ibrahim Saleh Mahmoud Ahmad Khalid Razak Shaker Nasser Fahd Jamal'.split(' ');
  const manyWords = {
    first: 'moh abd ali has hus ibr sal mah ahm kha raz sha',
    last: 'nas fah jam kar rah yus oma sai tah nur zar',
  };

  /** Measures the CPU time of a task and its longest block of the event loop. */
  async function measureBlocking(task: () => Promise<unknown>) {
    let [maxBlockingMs, done] = [0, false];
    const from = getCpuMicros();
    const watcher = (async () => {
      while (!done) {
        const before = getCpuMicros();
        await nextTurn();
        maxBlockingMs = Math.max(maxBlockingMs, getCpuMicros() - before);
      }
    })();
    await task();
    done = true;
    await watcher;
    return { maxBlockingMs: maxBlockingMs, totalMs: getCpuMicros() - from };
  }

  test("screening a name of many short words doesn't block the event loop", { timeout: 120_000 }, async () => {
    const compliance = await createSession(server, 'compliance');
    const rows = Array.from({ length: 1_800 }, (_, n) => {
      const pick = (k: number) => givenNames[(n * 7 + k * 13 + Math.floor(n / 15) * k) % givenNames.length];
      return `P-${n},${pick(1)} ${pick(2)} al-${pick(3)} ${pick(4)}${n},person,sanctioned,,1970,IQ,LOCAL,`;
    });
    const csv = [demoList.split('\n')[0], ...rows].join('\n');
    const file = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
    expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
    const { id } = await newCustomer(server);
    await owner.query('update profiles set first_name = $2, last_name = $3 where id = $1', [
      id,
      manyWords.first,
      manyWords.last,
    ]);
    const { maxBlockingMs, totalMs } = await measureBlocking(() => screenNames(services, { userId: id }));
    expect(maxBlockingMs / totalMs).toBeLessThan(0.2);
    const { rows: hits } = await owner.query('select source from name_hits where user_id = $1', [id]);
    expect(hits).toContainEqual({ source: 'by hand' });
  });

  test('sign-up refuses such a name and a name without letters', () => {
    for (const name of [manyWords.first, "''", '- -']) expect(Name.safeParse(name).success).toBe(false);
    for (const name of ['Maria de los Ángeles', "O'Brien-Smith", 'Ng']) expect(Name.safeParse(name).success).toBe(true);
  });
});
