import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup as html } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { parseCoins } from '../kernel/coins.ts';
import { jmd, usd } from '../kernel/money.ts';
import { screens } from '../screens.ts';
import { StatusBadge } from './badge.tsx';
import { formatUnreadCount } from './bell.ts';
import { Button } from './button.tsx';
import { formatCoins } from './coins-text.tsx';
import { Field } from './field.tsx';
import { accountMenu, companyMenu, drawerMenu, legalMenu, mainMenu } from './menu.ts';
import { formatMoney, MoneyText } from './money-text.tsx';
import { getSafePath } from './return-to.ts';
import { getPercent } from './scale-bar.tsx';
import { isAuthKey, isSessionEnded } from './sign-out.ts';
import { getNextTab } from './tabs.tsx';
import { getDocumentAttributes } from './viewer.ts';

describe('amounts', () => {
  test('J$ and US$ differ, thousands are grouped, and minus is a real minus sign', () => {
    expect(formatMoney(jmd(111111111n))).toBe('J$1,111,111.11');
    expect(formatMoney(usd(-5n))).toBe('−US$0.05');
  });

  test('cents other than zero are always shown', () => {
    expect(html(createElement(MoneyText, { money: jmd(600_000n), cents: 'whole' }))).not.toContain('.00');
    expect(html(createElement(MoneyText, { money: jmd(600_001n), cents: 'whole' }))).toContain('.01');
  });

  test('coins are never rounded; trailing zeros may be dropped', () => {
    const coins = parseCoins('1200.0050', { symbol: 'BTC', decimals: 8 });
    expect(coins && formatCoins(coins)).toBe('1,200.00500000');
    expect(coins && formatCoins(coins, true)).toBe('1,200.005');
  });

  test('a bar is never more than full, and empty without a total', () => {
    expect(getPercent(52_500n, 262_500n)).toBe(20);
    expect(getPercent(3n, 2n)).toBe(100);
    expect(getPercent(1n, 0n)).toBe(0);
  });
});

describe('controls', () => {
  test('a field names its error and its hint to a screen reader', () => {
    const field = html(createElement(Field, { id: 'trn', label: 'TRN', error: 'Nine digits', hint: 'On your card' }));
    expect(field).toContain('aria-describedby="trn-error trn-hint"');
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain('for="trn"');
  });

  test('a valid field is not marked invalid', () => {
    const field = html(createElement(Field, { id: 'trn', label: 'TRN' }));
    expect(field).not.toMatch(/aria-invalid|aria-describedby/);
  });

  test('a busy button keeps focus and says that it is working', () => {
    const button = html(createElement(Button, { busy: true }, 'Send'));
    expect(button).toContain('aria-busy="true"');
    expect(button).not.toContain(' disabled');
  });

  test('arrow keys cycle through the tabs, Home and End jump to the ends, letters do nothing', () => {
    expect([getNextTab('ArrowRight', 2, 3), getNextTab('ArrowLeft', 0, 3)]).toEqual([0, 2]);
    expect([getNextTab('Home', 2, 3), getNextTab('End', 0, 3), getNextTab('x', 1, 3)]).toEqual([0, 2, null]);
  });
});

test('a status has a shape and a text; unknown ones are grey', () => {
  expect(html(createElement(StatusBadge, { status: 'not_submitted' }))).toBe(
    '<span class="badge">Not submitted</span>',
  );
  expect(html(createElement(StatusBadge, { status: 'rejected' }))).toBe('<span class="badge rejected">Rejected</span>');
});

test('the built document contains the slots that the server fills', () => {
  expect(getDocumentAttributes()).toEqual({
    'data-announcements': '%%announcements%%',
    'data-session': '%%session%%',
    'data-staff': '%%staff%%',
  });
});

describe('where to return', () => {
  test('a path on our site keeps its query and hash', () => {
    expect(getSafePath('/trading?side=sell#limits')).toBe('/trading?side=sell#limits');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'trading', '', '/a\\b', '/\t/evil.example'])(
    '%j does not lead to another site',
    (text) => expect(getSafePath(text)).toBeNull(),
  );

  test('every accepted path stays on our origin', () => {
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const path = getSafePath(`/${tail}`);
        if (path !== null) expect(new URL(path, 'https://ours.example').origin).toBe('https://ours.example');
      }),
    );
  });
});

describe('signing out', () => {
  test.each(['sb-abc-token', 'supabase.auth.token', 'my-auth-state'])('%s is cleared when signing out', (key) =>
    expect(isAuthKey(key)).toBe(true),
  );

  test.each(['theme', 'toast-next', 'return-to', 'usb-drive'])('%s is kept', (key) =>
    expect(isAuthKey(key)).toBe(false),
  );

  test('an error that mentions the session or says not found counts as signed out', () => {
    expect(isSessionEnded(false, '{"code":"session_not_found"}')).toBe(true);
    expect(isSessionEnded(false, 'Session missing')).toBe(true);
    expect(isSessionEnded(false, 'User not found')).toBe(true);
  });

  test('any other error leaves the user signed in', () => {
    expect(isSessionEnded(false, 'the database is away')).toBe(false);
    expect(isSessionEnded(false, '')).toBe(false);
    expect(isSessionEnded(true, '')).toBe(true);
  });
});

describe('menu', () => {
  test('every menu entry leads to an existing page', () => {
    const led = [...mainMenu, ...drawerMenu, ...accountMenu, ...companyMenu, ...legalMenu].map(({ to }) =>
      to.replace(/[?#].*/, ''),
    );
    expect(led.filter((to) => !screens.includes(to))).toEqual([]);
  });
});

describe('bell', () => {
  test.each([
    [0, null],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('with %i unread notices the bell shows %s', (unread, text) => expect(formatUnreadCount(unread)).toBe(text));
});

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('[data-theme="dark"]');
const read = (text: string) =>
  Object.fromEntries([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/g)].map(([, name, hex]) => [name, hex]));
const light = read(lightCss);
const schemes = { light, dark: { ...light, ...read(darkCss) } } as Record<string, Record<string, string>>;

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

type Fontkit = { create: (bytes: Buffer) => { characterSet: number[]; variationAxes: object } };
const { create } = createRequire(import.meta.url)('fontkit') as Fontkit;
const fontFile = join(import.meta.dirname, 'fonts/instrument-sans.woff2');

test('the font is small enough to arrive before the first paint', () => {
  expect(statSync(fontFile).size).toBeLessThan(26_000);
});

test('the font has every character of our texts and of English, Spanish, French and German names', () => {
  const font = create(readFileSync(fontFile));
  const has = new Set(font.characterSet);
  const signs = '§©·×–—‘’“”…•™−áÁçÇéÉíÍñÑóÓöÖúÚüÜßàâäèêëïòô';
  const plain = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  expect([...plain, ...signs].filter((sign) => !has.has(sign.codePointAt(0) ?? 0))).toEqual([]);
  expect(Object.keys(font.variationAxes)).toEqual(['wdth', 'wght']);
});
