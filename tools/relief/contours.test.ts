import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { peak } from '../../src/ui/landscape/peak.ts';
import { drawLand, heightAt } from './contours.ts';

describe('the land behind the pages', () => {
  test('the kept drawing is the one that our own generator draws', () => {
    expect(readFileSync(new URL('../../src/ui/landscape/land.svg', import.meta.url), 'utf8')).toBe(drawLand());
  });

  test('the peak that the pages point at is the highest place around', () => {
    const top = heightAt(peak.x, peak.y);
    expect(Math.round(top)).toBe(peak.metres);
    for (const [dx, dy] of [
      [5, 0],
      [-5, 0],
      [0, 5],
      [0, -5],
    ] as const)
      expect(heightAt(peak.x + dx, peak.y + dy)).toBeLessThan(top);
  });
});
