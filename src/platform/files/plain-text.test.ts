import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-'));
let count = 0;
const inspected = (bytes: Buffer | string, allowed: readonly string[] = ['text/plain', 'image/png']) => {
  const path = join(folder, String(++count));
  writeFileSync(path, bytes);
  return inspect(path, allowed, ['network', 'connection', 'account']);
};

test('a text is taken as it is', async () =>
  expect(await inspected('They said: “double it”\r\n\tin a week.\n')).toMatchObject({ mime: 'text/plain' }));

test.each<[string, string | Buffer, string]>([
  ['with control signs', 'a\x1b[31mb', 'unsupported'],
  ['of another coding', Buffer.from('caf\xe9', 'latin1'), 'unsupported'],
  ['that is a page', 'see <script>alert(1)</script>', 'mixed'],
])('a text %s is refused', async (_what, bytes, unfit) => expect(await inspected(bytes)).toMatchObject({ unfit }));

test('where texts are not taken none is', async () =>
  expect(await inspected('a text', ['image/png'])).toMatchObject({ unfit: 'unsupported' }));
