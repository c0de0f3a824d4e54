import { afterEach, expect, test, vi } from 'vitest';
import { indicatorsOf } from './facts.ts';
import { type LookAt, mostFacts } from './schema.ts';

afterEach(() => void vi.unstubAllGlobals());

const nothing: LookAt = { name: '', website: '', contactInfo: '', text: '', facts: [] };

/** How many links are read to look this up. */
function linksRead(asked: Partial<LookAt>): number {
  let count = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      constructor(link: string) {
        count++;
        super(link);
      }
    },
  );
  indicatorsOf({ ...nothing, ...asked }, new Set());
  return count;
}

const site = (n: number, length: number): string => `${String.fromCodePoint(0x4e00 + n).repeat(length)}.com`;

test('no host that is longer than any is read, wherever it stands in what is looked up', () => {
  const long = (n: number) => `/${site(n, 300)}`;
  const kinds = [
    { kind: 'domain', scope: '' },
    { kind: 'handle', scope: 'x' },
    { kind: 'wallet', scope: 'evm' },
    { kind: 'email', scope: '' },
  ] as const;
  const asked = {
    website: long(1),
    contactInfo: long(2),
    text: Array.from({ length: 30 }, (_, n) => long(n)).join(' '),
    facts: Array.from({ length: mostFacts }, (_, n) => ({ ...(kinds[n % 4] ?? kinds[0]), value: long(n) })),
  };
  expect(linksRead(asked)).toBe(0);
});

test('a site in a text is read for a wallet, as a link, and once more as what is kept of it', () => {
  const text = Array.from({ length: 20 }, (_, n) => `/${site(n, 30)}`).join(' ');
  expect(linksRead({ text })).toBe(3 * 20);
});
