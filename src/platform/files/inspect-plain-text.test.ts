import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-'));
let fileCount = 0;
const inspectBytes = (bytes: Buffer | string, allowed: readonly string[] = ['text/plain', 'image/png']) => {
  const path = join(folder, String(++fileCount));
  writeFileSync(path, bytes);
  return inspect(path, allowed, { queueKeys: ['network', 'connection', 'account'] });
};

test('a plain text is accepted', async () =>
  expect(await inspectBytes('They said: “double it”\r\n\tin a week.\n')).toMatchObject({ mime: 'text/plain' }));

test.each<[string, string | Buffer, string]>([
  ['with control signs', 'a\x1b[31mb', 'unsupported'],
  ['in another encoding', Buffer.from('caf\xe9', 'latin1'), 'unsupported'],
  ['with markup', 'see <script>alert(1)</script>', 'mixed'],
])('a text %s is rejected', async (_what, bytes, rejection) =>
  expect(await inspectBytes(bytes)).toMatchObject({ rejection }),
);

test('a text is rejected where texts are not allowed', async () =>
  expect(await inspectBytes('a text', ['image/png'])).toMatchObject({ rejection: 'unsupported' }));
