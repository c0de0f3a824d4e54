import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type InventedParty, inventedOfac } from '../../../fakes/screening/official-lists.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { checkAddress } from '../assets/addresses.ts';
import { networkIds } from '../assets/networks.ts';
import { loadIndex } from './index-store.ts';
import { readChunks } from './list-file.ts';
import { readOfac } from './read-ofac.ts';
import { screenAddress } from './screen-wallet.ts';

const run = promisify(execFile);
const node = resolve('node_modules/.bin/node');
const server = await serverUnderTest();
const { services } = server;

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
