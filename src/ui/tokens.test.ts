import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('[data-theme="dark"]');
const read = (text: string) =>
  Object.fromEntries([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/g)].map(([, name, hex]) => [name, hex]));
const light = read(lightCss);
const schemes = { light, dark: { ...light, ...read(darkCss) } } as Record<string, Record<string, string>>;

/** WCAG 2.2 relative luminance and contrast. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'sheet', 'sunk'];
const on = (inks: string[], papers: string[]) => inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const));

const texts = [
  ...on(['ink', 'ink-2', 'ink-3', 'brand-ink', 'bad-ink', 'ok-ink'], grounds),
  ...on(['gold-ink', 'note-ink', 'wait-ink'], ['ground', 'sheet']),
  ...on(['ink', 'ink-2'], ['brand-soft', 'gold-soft', 'bad-soft', 'note-soft', 'ok-soft']),
  ...on(['on-brand'], ['brand', 'brand-hover']),
  ...on(['on-bad'], ['bad', 'bad-hover']),
  ...on(['on-deep', 'on-deep-2'], ['deep']),
  ...['ok', 'wait', 'bad', 'note', 'other'].map((name) => [`${name}-ink`, `${name}-soft`] as const),
  ['gold-ink', 'gold-soft'] as const,
  ['brand-ink', 'brand-soft'] as const,
  ['ground', 'ink'] as const,
];

// `gold` on `sunk` has a contrast below 3, so it must not be the only cue there.
const shapes = [...on(['edge', 'focus', 'brand', 'neat-ink'], grounds), ...on(['gold'], ['ground', 'sheet'])];

describe.each(Object.entries(schemes))('in the %s scheme', (_, tokens) => {
  const of = (ink: string, paper: string) => contrast(tokens[ink] ?? '', tokens[paper] ?? '');

  test('every token is a measurable colour', () => {
    for (const name of [...texts, ...shapes].flat()) expect(tokens[name], name).toMatch(/^#[0-9a-f]{6}$/);
  });
  test.each(texts)('%s is readable on %s', (ink, paper) => expect(of(ink, paper)).toBeGreaterThanOrEqual(4.5));
  test.each(shapes)('%s is visible on %s', (ink, paper) => expect(of(ink, paper)).toBeGreaterThanOrEqual(3));
});

test('the installed app uses the background colours of the pages', () => {
  const manifest = readFileSync(new URL('../../public/manifest.webmanifest', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ theme_color: light['ground'], background_color: light['ground'] });
});

test('black on white is measured as 21 to 1', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5));
