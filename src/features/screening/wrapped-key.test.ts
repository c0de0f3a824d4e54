import { expect, test } from 'vitest';
import { after, hours } from '../../kernel/clock.ts';
import { getWrappedAddress } from '../assets/same-key.ts';
import { indexEntries, type ListedEntry, type SanctionsIndex } from './address-index.ts';
import { screenAddress } from './screen-wallet.ts';
import type { Source } from './sources.ts';

/** Two addresses of one key. OFAC lists the `3...` address that wraps the key. */
const ownAddress = 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5';
const wrappedAddress = '35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK';

const now = new Date('2026-11-27T12:00:00Z');
const list = { source: 'ofac', listId: 'a', publishedOn: '2026-11-26' } as const;
const ofac: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: after(now, -hours(5)) };

const createEntry = (overrides: Pick<ListedEntry, 'address' | 'source' | 'category'>): ListedEntry => ({
  ...{ partyRef: '1', party: 'Jane Doe', programmes: [], tag: 'XBT' },
  ...overrides,
});
const buildIndex = (...listed: ListedEntry[]): SanctionsIndex => ({
  version: '1',
  sources: [ofac],
  entries: indexEntries(listed),
});
const screen = (index: SanctionsIndex) =>
  screenAddress(index, { address: ownAddress, network: 'bitcoin', symbol: 'BTC' }, now).result;

test('an address listed by its wrapping stays blocked when our own list watches the other address', () => {
  const sanctioned = createEntry({ address: wrappedAddress, source: 'ofac', category: 'sanctioned' });
  expect(screen(buildIndex(sanctioned))).toBe('flagged');
  // One person may add to our own list. An addition never weakens another list.
  const watched = createEntry({ address: ownAddress, source: 'local', category: 'watch' });
  expect(screen(buildIndex(sanctioned, watched))).toBe('flagged');
});

test('a listed script address blocks the address that wraps it, and the reverse', () => {
  const script = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const wrapping = getWrappedAddress(script) ?? '';
  for (const [listed, address] of [
    [script, wrapping],
    [wrapping, script],
  ] as const) {
    const index = buildIndex(createEntry({ address: listed, source: 'ofac', category: 'sanctioned' }));
    expect(screenAddress(index, { address, network: 'bitcoin', symbol: 'BTC' }, now).result).toBe('flagged');
  }
});
