import { expect, test } from 'vitest';
import { after, hours } from '../../kernel/clock.ts';
import { entriesOf, type ListedEntry, type SanctionsIndex } from './address-index.ts';
import { screenAddress } from './screen-wallet.ts';
import type { Source } from './sources.ts';

/** One key: its own address, and the `3...` that wraps it, which alone stands on the list of OFAC. */
const own = 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5';
const wrapping = '35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK';

const now = new Date('2026-11-27T12:00:00Z');
const list = { source: 'ofac', listId: 'a', publishedOn: '2026-11-26' } as const;
const ofac: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: after(now, -hours(5)) };

const entry = (more: Pick<ListedEntry, 'address' | 'source' | 'category'>): ListedEntry => ({
  ...{ partyRef: '1', party: 'Somebody', programmes: [], tag: 'XBT' },
  ...more,
});
const indexOf = (...listed: ListedEntry[]): SanctionsIndex => ({
  version: '1',
  sources: [ofac],
  entries: entriesOf(listed),
});
const screen = (index: SanctionsIndex) =>
  screenAddress(index, { address: own, network: 'bitcoin', symbol: 'BTC' }, now).result;

test('whoever is listed by what wraps their key stays blocked, also where we watch their other address', () => {
  const sanctioned = entry({ address: wrapping, source: 'ofac', category: 'sanctioned' });
  expect(screen(indexOf(sanctioned))).toBe('flagged');
  // To add to our own list takes one person. What is added never takes anything off another list.
  const watched = entry({ address: own, source: 'local', category: 'watch' });
  expect(screen(indexOf(sanctioned, watched))).toBe('flagged');
});
