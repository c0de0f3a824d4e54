import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type InventedParty, inventedOfac } from '../../../fakes/screening/official-lists.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { asSystem } from '../../platform/database.ts';
import { checkAddress } from '../coins/addresses.ts';
import { networkIds } from '../coins/networks.ts';
import { readIndex } from './index-store.ts';
import { piecesOf } from './list-file.ts';
import { readOfac } from './read-ofac.ts';
import { screenAddress } from './screen-wallet.ts';

const run = promisify(execFile);
const node = resolve('node_modules/.bin/node');
const server = await serverUnderTest();
const { services } = server;

/**
 * What the import of a file cost a process of its own: seconds of work, whatever else the machine did, and the most
 * memory it ever held, MB.
 */
async function importApart(path: string) {
  const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: server.ownerUrl };
  const env = { ...process.env, ...demo, DATA_DIR: tmpdir() };
  const { stdout } = await run(node, ['tools/sanctions-import.ts', 'ofac', path], { env, timeout: 400_000 });
  const [, parties, addresses, seconds, megabytes] =
    /^(\d+) parties, \d+ names, (\d+) addresses; [\d.]+ s, ([\d.]+) s of work, (\d+) MB/.exec(stdout) ?? [];
  return {
    parties: Number(parties),
    addresses: Number(addresses),
    seconds: Number(seconds),
    megabytes: Number(megabytes),
  };
}

const someone = (at: number): InventedParty => ({
  ref: String(at),
  first: `Vorn${at}`,
  last: `Teskal${at}`,
  born: [1960 + (at % 40), 1 + (at % 12), 1 + (at % 28)],
  addresses: at % 20 === 0 ? [['XBT', `1InventedAddressOfNumber${at}XyzAbc`]] : [],
});

/** A list of so many parties, written without ever holding it whole. */
async function writeList(path: string, day: string, parties: number): Promise<void> {
  const whole = inventedOfac(day, [someone(0)]);
  const cut = whole.indexOf('</DistinctParties>');
  const file = createWriteStream(path);
  file.write(whole.slice(0, cut));
  for (let at = 1; at < parties; at++) {
    const one = inventedOfac(day, [someone(at)]);
    const party = one.slice(one.indexOf('<DistinctParty '), one.indexOf('</DistinctParties>'));
    if (!file.write(party)) await once(file, 'drain');
  }
  file.end(whole.slice(cut));
  await once(file, 'close');
}

test('a list forty times as long takes hardly more memory: it is never held whole', { timeout: 480_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  await writeList(join(folder, 'small.xml'), '2025-11-01', 500);
  await writeList(join(folder, 'large.xml'), '2025-11-02', 20_000);
  const small = await importApart(join(folder, 'small.xml'));
  const large = await importApart(join(folder, 'large.xml'));
  expect([small.parties, large.parties, large.addresses]).toEqual([500, 20_000, 1_000]);
  expect(large.megabytes).toBeLessThan(small.megabytes * 2);
});

const real = resolve('../shared/data/ofac/sdn_advanced.xml.bz2');

describe.skipIf(!existsSync(real))('the real list of OFAC of 2025-11-19 (skipped where it is not at hand)', () => {
  const addresses = new Set<string>();

  test('is imported with under 20 s of work and 200 MB, with every party and every address', {
    timeout: 480_000,
  }, async () => {
    await server.owner.query(`
      update sanctions_sources set list_id = null, as_of = null where source = 'ofac';
      delete from sanctions_parties where source = 'ofac'; delete from sanctions_lists where source = 'ofac'`);
    const cost = await importApart(real);
    console.info('real list', cost);
    expect(cost).toMatchObject({ parties: 18_367, addresses: 745 });
    expect(cost.seconds).toBeLessThan(20);
    expect(cost.megabytes).toBeLessThan(200);
  });

  test('of its addresses by tag, the union has 745, and each is flagged as any form would send it', {
    timeout: 120_000,
  }, async () => {
    const byTag = new Map<string, Set<string>>();
    for await (const found of readOfac(piecesOf(real))) {
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
    const index = await asSystem(services.pool, (tx) => readIndex(tx, 'real'));
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
});
