import { expect, test } from 'vitest';
import { measurePhoto, sample } from './photo-hints.ts';

/** RGBA pixels with one grey value for each place. */
const draw = (getGrey: (x: number, y: number) => number): number[] =>
  Array.from({ length: sample.width * sample.height }, (_, at) => {
    const grey = getGrey(at % sample.width, Math.floor(at / sample.width));
    return [grey, grey, grey, 255];
  }).flat();

test.each([
  ['a dark picture', () => 20, 'dark'],
  ['a picture against the light', () => 250, 'bright'],
  ['a picture without edges', (x: number) => 80 + x / 2, 'blurred'],
  ['a picture with clear edges', (x: number) => (x % 12 < 6 ? 90 : 170), 'fine'],
  ['a dark picture with clear edges', (x: number) => (x % 12 < 6 ? 10 : 60), 'dark'],
] as const)('measurePhoto names %s', (_, getGrey, hint) => {
  expect(measurePhoto(draw(getGrey))).toBe(hint);
});
