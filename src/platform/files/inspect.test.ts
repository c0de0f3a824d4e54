import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { picture } from '../../../test/files/good-files.ts';
import { inspect } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));

test("one account's twenty pictures keep another's waiting for one of them", async () => {
  const bytes = await picture(40, 30).resize(2_000, 1_500).jpeg().toBuffer();
  const done: string[] = [];
  const ask = async (whose: string, n: number) => {
    const path = join(folder, `${whose}-${n}`);
    writeFileSync(path, bytes);
    expect(await inspect(path, ['image/jpeg'], [whose])).toMatchObject({ mime: 'image/jpeg' });
    done.push(whose);
  };
  await Promise.all([...Array.from({ length: 20 }, (_, n) => ask('one', n)), ask('another', 0)]);
  expect(done.indexOf('another')).toBeLessThanOrEqual(2);
});
