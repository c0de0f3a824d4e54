import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type InventedParty, inventedOfac } from '../../../fakes/screening/official-lists.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { importFile } from './import-list.ts';
import { loadIndex } from './index-store.ts';
import { screenAddress } from './screen-wallet.ts';

const server = await serverUnderTest();
const { services, owner, setTime } = server;
const now = new Date('2026-11-21T15:00:00Z');
setTime(now);
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
const createParty = (index: number): InventedParty => ({
  reference: String(index),
  firstName: `Vorn${index}`,
  lastName: `Teskal${index}`,
  addresses: [['XBT', `1InventedAddressOfNumber${index}XyzAbc`]],
});
const ten = Array.from({ length: 10 }, (_, index) => createParty(index + 1));
const importText = (text: string) => {
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.xml`);
  writeFileSync(path, text);
  return importFile(services, 'ofac', { path, origin: 'file', fileName: 't.xml', asOf: now });
};
const screen = async (address: string) => {
  const index = await withSystem(services.pool, (tx) => loadIndex(tx, 'any'));
  return screenAddress(index, { address, network: 'bitcoin', symbol: 'BTC' }, now).result;
};

test('an alias upgraded by the list is no longer weak', async () => {
  await importText(inventedOfac('2026-11-01', ten));
  const improved = inventedOfac('2026-11-02', ten).replaceAll('LowQuality="true"', 'LowQuality="false"');
  await importText(improved);
  const { rows } =
    await owner.query(`select count(*) filter (where weak)::int weak, count(*)::int n from sanctions_names n
    join sanctions_parties p on p.id = n.party_id where p.source = 'ofac' and p.until_list is null`);
  expect(rows[0].weak).toBe(0);
});

test('an official list that lost every wallet is refused', async () => {
  await importText(inventedOfac('2026-11-03', ten));
  expect(await screen('1InventedAddressOfNumber1XyzAbc')).toBe('flagged');
  const reworded = inventedOfac('2026-11-04', ten).replaceAll(
    'Digital Currency Address - ',
    'Virtual Currency Address: ',
  );
  await expect(importText(reworded)).rejects.toThrow('would remove 10 of 10 addresses');
  expect(await screen('1InventedAddressOfNumber1XyzAbc')).toBe('flagged');
});
