import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { peak } from '../../src/ui/landscape/peak.ts';
import { drawLand, heightAt } from './contours.ts';

describe('the background landscape', () => {
  test('the committed drawing matches the generator', () => {
    expect(readFileSync(new URL('../../src/ui/landscape/land.svg', import.meta.url), 'utf8')).toBe(drawLand());
  });

  test('the labelled peak is higher than every point around it', () => {
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
