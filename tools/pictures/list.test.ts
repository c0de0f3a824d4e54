import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { largestPicture, pictures } from './list.ts';

/** The screenshots of the README match the script and stay small. */
const files = Object.keys(pictures).map((name) => `${name}.webp`);

test('each role has its screenshots and no others exist', () =>
  expect(readdirSync('docs/pictures').sort()).toEqual(files.toSorted()));

test('the README shows every screenshot', () => {
  const text = readFileSync('README.md', 'utf8');
  expect(files.filter((file) => !text.includes(`(docs/pictures/${file})`))).toEqual([]);
});

test('every screenshot is an image within the size limit', () => {
  const sizes = files.map((file) => statSync(`docs/pictures/${file}`).size);
  expect(sizes.filter((size) => size > largestPicture || size < 5_000)).toEqual([]);
  for (const file of files)
    expect(readFileSync(`docs/pictures/${file}`).subarray(8, 12).toString('latin1')).toBe('WEBP');
});
