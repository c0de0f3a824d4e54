import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { largestPicture, pictures } from './list.ts';

/** The pictures of the README are what the script makes, and no burden to whoever reads it. */
const files = Object.keys(pictures).map((name) => `${name}.webp`);

test('there is a picture of what each role sees, and no other', () =>
  expect(readdirSync('docs/pictures').sort()).toEqual(files.toSorted()));

test('each of them stands in the README', () => {
  const text = readFileSync('README.md', 'utf8');
  expect(files.filter((file) => !text.includes(`(docs/pictures/${file})`))).toEqual([]);
});

test('none is larger than it may be, and each is a picture', () => {
  const sizes = files.map((file) => statSync(`docs/pictures/${file}`).size);
  expect(sizes.filter((size) => size > largestPicture || size < 5_000)).toEqual([]);
  for (const file of files)
    expect(readFileSync(`docs/pictures/${file}`).subarray(8, 12).toString('latin1')).toBe('WEBP');
});
