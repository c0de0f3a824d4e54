import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { fillSlots } from '../../platform/pages/pages.ts';
import { publicScreens, screens } from '../../screens.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { roadmapSlots } from './slots.ts';
import { getTermSlots, getTerms, termNames } from './terms.ts';

type Screen = { default: () => React.ReactNode; meta: () => Record<string, unknown>[] };
const modules = import.meta.glob<Screen>('./screens/*.tsx', { eager: true });
const screenOf = (path: string): Screen => {
  const file = publicScreens[path as keyof typeof publicScreens].replace('features/public-site', '.');
  const screen = modules[file];
  if (!screen) throw new Error(`${path} has no screen`);
  return screen;
};
const paths = Object.keys(publicScreens).filter((path) => path !== '/');
const origin = 'https://cryptocommerce.example';
const slots = { ...getTermSlots(getTerms(demoSettings, origin)), origin };

const renderHtml = (path: string, filled = slots): string =>
  fillSlots(renderToStaticMarkup(createElement(MemoryRouter, null, createElement(screenOf(path).default))), filled);
const decoded: Record<string, string> = { '&#x27;': "'", '&#39;': "'", '&quot;': '"', '&amp;': '&' };
const renderText = (path: string, html = renderHtml(path)): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[#\w]+;/g, (sign) => decoded[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:)])/g, '$1');

test('a social page that the settings lack is not an official contact', () => {
  const html = renderHtml('/contact-check');
  expect(html).toContain('data-name="Instagram"');
  for (const name of ['Facebook', 'X', 'YouTube']) expect(html).not.toContain(`data-name="${name}"`);
});

/** Figures and terms that the specification requires on each page [001 §2, §9; decisions B5-B7, B10, C8]. */
const documented: Readonly<Record<string, readonly string[]>> = {
  '/coins': [
    ...['1 billion', '1,000,000,000', '70%', '30% of the launch sale', '15%', '20%', '10%', 'Locked for 3 years'],
    ...['50,000,000 MHI, which is 5% of the supply', '5,000 LGM for workshop attendance'],
    '2,500 LGM per community channel joined',
    ...['Bronze 5,000,000 30+ days 5% APY', 'Silver Free courses, 25% fee discount 50,000,000 30+ days 8% APY'],
    'Gold All courses, 35% fee discount 100,000,000 60+ days 10% APY',
    ...['Oct 4 2025 Launch', 'Jan 2026 Exchange integration', 'Dec 2026 Payments adoption'],
    ...[
      'US$0.000068',
      'set by the company',
      'Lignum is educational. It has no monetary value.',
      'Copy contract address',
    ],
    ...['Block explorer', 'Solana'],
  ],
  '/faq': [
    ...['flat 8%', 'J$175.00 for US$1', 'J$150.00', 'US$25', 'US$1,500', 'unlimited', 'US$1,000 or more'],
    ...['12-48 hours', '24 hours', '1-3 business days', '3 business days', 'Typically 12-24 hours', 'Monday'],
    ...['up to 1 hour', 'BEP20 about 3 minutes', 'US$20 on Bitcoin', 'US$0.1 on BEP20', 'Mon-Fri 9AM-6PM'],
    ...['JMD 5,000', 'JMD 6,000', 'JMD 7,000', 'JMD 4,000', '5,000 Lignum', '2,500', 'at least 18', 'under 13'],
    ...['General', 'Trading', 'KYC', 'daily crypto news updates', 'memecoin support', 'premium community access'],
  ],
  '/about': ['80% of profits are reinvested until at least 10 BTC', '8%', 'Mon-Fri 9AM-6PM'],
  '/curriculum': ['7 sections', '28 units', 'Final project', 'Certificate of completion'],
  '/terms': [
    ...['at least 18 years old', 'Children under 13 are excluded', 'flat 8%', 'cost all in', 'cannot be called back'],
    ...['not covered by deposit insurance', 'Proceeds of Crime Act', '12-48 hours', '1-3 business days', '12-24 hours'],
    ...['US$25', 'US$1,500', 'unlimited', 'US$1,000', 'JMD 5,000', 'JMD 6,000', 'JMD 7,000', 'JMD 4,000'],
  ],
  '/privacy': [
    ...['Data Protection Act 2020', 'Office of the Information Commissioner', 'seven years', '72 hours', 'under 13'],
    ...['Proceeds of Crime Act', 'take back a consent', 'person'],
  ],
  '/risk-indemnity': [
    ...['irreversible', 'Jamaica Deposit Insurance Corporation', 'no monetary value', 'fee of 8%', 'indemnity'],
    'J$3,905.71 all in',
  ],
  '/developers': [
    'Authorization: Bearer',
    'OpenAPI 3.1',
    'Place an order to buy',
    'partner.key_unknown',
    'webhook-id',
    'data.payIn',
  ],
  '/status': ['Services', 'Coins', 'Networks', 'Last 90 days', 'Working', 'Slow', 'Partly paused', 'Paused'],
  '/contact-check': ['support@cryptocommerce.example', '+1 876 555 0100', 'cryptocommerce.example', 'seed phrase'],
};

describe.each(paths)('%s', (path) => {
  test('holds the figures of the specification', () => {
    const text = renderText(path);
    expect(documented[path]?.filter((figure) => !text.includes(figure))).toEqual([]);
  });

  test('has no slot that the settings do not fill', () => {
    const places = renderHtml(path, {} as typeof slots).match(/%%[^%]+%%/g) ?? [];
    expect(places).toEqual([]);
    const used = renderToStaticMarkup(
      createElement(MemoryRouter, null, createElement(screenOf(path).default)),
    ).matchAll(/%%terms\.(\w+)%%/g);
    expect([...used].map(([, name]) => name).filter((name) => !termNames.some((known) => known === name))).toEqual([]);
    // Code samples contain their own braces.
    const page = renderHtml(path).replace(/<code[^>]*>[^<]*<\/code>/g, ' ');
    expect(renderText(path, page)).not.toMatch(/[{}]|undefined/);
  });

  test('links only to existing pages and anchors', () => {
    const links = [...renderHtml(path).matchAll(/<a [^>]*href="(\/[^"]*|#[^"]*)"/g)].map(([, to = '']) => to);
    const dead = links.filter((to) => {
      const [place = '', id] = to.split('#');
      const target = place === '' ? path : place;
      if (target === '/api/partner/openapi.json') return false;
      if (!screens.includes(target)) return true;
      return id !== undefined && !renderHtml(target).includes(` id="${id}"`);
    });
    expect(dead).toEqual([]);
  });

  test('has unique ids, one h1, and no skipped heading level', () => {
    const html = renderHtml(path);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
  });

  test('has valid metadata for search engines and messengers', () => {
    const meta = screenOf(path).meta();
    const getMetaContent = (name: string) =>
      meta.find((each) => each['name'] === name || each['property'] === name)?.['content'];
    expect(String(meta.find((each) => 'title' in each)?.['title']).length).toBeLessThanOrEqual(60);
    expect(String(getMetaContent('description')).length).toBeGreaterThan(70);
    expect(String(getMetaContent('description')).length).toBeLessThanOrEqual(160);
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `%%origin%%${path}` });
    const data = meta.flatMap((each) => ('script:ld+json' in each ? [each['script:ld+json']] : []));
    expect(data.length).toBeGreaterThan(0);
    for (const one of data) {
      const filled = fillSlots(JSON.stringify(one), slots);
      expect(filled).not.toMatch(/%%|[{]\w+[}]|\*\*/);
      expect(JSON.parse(filled)).toMatchObject({ '@context': 'https://schema.org' });
    }
  });
});

test('without a market rate no all-in cost is shown', () => {
  const settings = { ...demoSettings, rates: { buy: '175', sell: '150', market: null } };
  const text = renderHtml('/faq', { ...getTermSlots(getTerms(settings, origin)), origin });
  expect(text).toContain('An order of J$25,000 has a fee of J$2,000.00');
  expect(text).not.toContain('J$3,905.71');
});

test('figures follow the settings', () => {
  const dearer = { ...demoSettings, fee: { basisPoints: 850 }, caps: { ...demoSettings.caps, tier2: 90_000 } };
  const text = renderHtml('/faq', { ...getTermSlots(getTerms(dearer, origin)), origin });
  expect(text).toContain('flat 8.5%');
  expect(text).toContain('US$90,000');
  expect(text).not.toContain('unlimited');
});

test('Lignum is free without a price, and otherwise shows the price that staff set', () => {
  const priced = { ...demoSettings, token_prices: { ...demoSettings.token_prices, LGM: '0.0002' } };
  const free = ['/coins', '/faq'].map((path) => renderText(path));
  const sold = ['/coins', '/faq'].map((path) =>
    renderText(path, renderHtml(path, { ...getTermSlots(getTerms(priced, origin)), origin })),
  );
  expect(free[0]).toContain("no monetary value. We don't buy or sell it, so never pay for it.");
  expect(free[1]).toContain('Lignum is for practice. It has no monetary value: it is free and has no price.');
  expect(sold[0]).toContain('We buy and sell it at US$0.0002');
  expect(sold[1]).toMatch(/Lignum is for practice\. Its price is US\$0\.0002\d*, set by the company\./);
  expect(sold.join(' ')).not.toMatch(/never pay for it|has no price|monetary value/);
});

test('a name with special characters breaks neither page nor data', () => {
  const specialSettings = { ...demoSettings, company: { ...demoSettings.company, name: `Smith & "Sons" <O'Neil>` } };
  const filled = { ...getTermSlots(getTerms(specialSettings, origin)), origin };
  expect(renderHtml('/faq', filled)).toContain('Smith &amp; &quot;Sons&quot; &lt;O&#39;Neil&gt;');
  const data = screenOf('/faq')
    .meta()
    .find((each) => JSON.stringify(each).includes('FAQPage'));
  const { mainEntity } = JSON.parse(fillSlots(JSON.stringify(data?.['script:ld+json']), filled));
  expect(mainEntity[0].name).toBe(`What is Smith & "Sons" <O'Neil>?`);
});

test.each(paths)('no text markup is left over on %s', (path) => {
  expect(renderText(path)).not.toMatch(/\*\*|\]\(/);
});

test('the roadmap separates past from future items by day', () => {
  const words = (day: string) => Object.values(roadmapSlots(day)).filter((word) => /^[A-Z]/.test(word));
  expect(words('2026-01-31')).toEqual(['Past', 'Upcoming', 'Upcoming']);
  expect(words('2026-02-01')).toEqual(['Past', 'Past', 'Upcoming']);
  expect(words('2027-01-01')).toEqual(['Past', 'Past', 'Past']);
});
