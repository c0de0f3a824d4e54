import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentNotice, dataAndFonts, noticeText, packagesOf } from './notice-text.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

test('NOTICE matches the packages, data and fonts', () => {
  expect(readFileSync('NOTICE', 'utf8')).toBe(currentNotice());
});

test('every package has a licence that allows redistribution', () => {
  const may =
    /^[( ]*(MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0|LGPL-3\.0-or-later)\b/;
  const named = packagesOf(lock).filter(({ licence }) => !/CC-BY-4\.0\)$/.test(licence));
  const parts = named.flatMap(({ name, licence }) => licence.split(/ AND | OR /).map((part) => ({ name, part })));
  expect(parts.filter(({ part }) => !may.test(part))).toEqual([]);
  expect(parts.length).toBeGreaterThan(100);
});

test('the list and the shipped fonts and data match', () => {
  const locations = dataAndFonts.map(({ at }) => at).join('\n');
  const fonts = Object.keys(dependencies).filter((name) => /^@fontsource/.test(name) || /mmdb/.test(name));
  expect(fonts.length).toBeGreaterThan(2);
  const files = globSync('{src,public}/**/*.{woff,woff2,ttf,otf,mmdb,gz}');
  expect(files.length).toBeGreaterThan(1);
  expect([...fonts, ...files].filter((name) => !locations.includes(name))).toEqual([]);
  const places = locations.match(/(?:node_modules|src)\/\S+/g) ?? [];
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});

test('build and test packages are not listed', () => {
  const packages = packagesOf({
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b': { version: '2.0.0', dev: true },
    },
  });
  expect(noticeText(packages)).toContain('MIT\n  a 1.0.0\n');
  expect(noticeText(packages)).not.toContain('b 2.0.0');
});
