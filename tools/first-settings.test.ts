import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Settings, settingKeys } from '../src/features/settings/schema.ts';
import { readSettings } from './first-settings.ts';

const example = readFileSync('settings.example.json', 'utf8');
const file = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-settings-')), 'settings.json');
const withText = (text: string) => {
  writeFileSync(file, text);
  return () => readSettings(file);
};

test('the example has every setting and is refused until its placeholders are replaced', () => {
  const read = Settings.parse(JSON.parse(example));
  expect(Object.keys(read).sort()).toEqual([...settingKeys].sort());
  expect(withText(example)).toThrow(/placeholders: "REPLACE: the bank"/);
  const filled = example
    .replaceAll(/"REPLACEwith[^"]*"/g, '"7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"')
    .replaceAll(/REPLACE: /g, 'Our own ')
    .replaceAll(/\breplace\b/g, 'ours');
  expect(withText(filled)()).toMatchObject({ order_limits: read.order_limits, price_windows: read.price_windows });
});

test('a missing setting is refused by name', () => {
  const { order_limits: _left, ...rest } = JSON.parse(example);
  expect(withText(JSON.stringify(rest))).toThrow(/order_limits/);
});
