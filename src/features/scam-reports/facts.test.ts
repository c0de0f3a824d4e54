import { afterEach, expect, test, vi } from 'vitest';
import { collectIndicators } from './facts.ts';
import { type LookupInput, maxFacts } from './schema.ts';

afterEach(() => void vi.unstubAllGlobals());

const nothing: LookupInput = { name: '', website: '', contactInfo: '', text: '', facts: [] };

/** Counts parsed links. */
function linksRead(asked: Partial<LookupInput>): number {
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
  collectIndicators({ ...nothing, ...asked }, { wallets: new Set(), tokens: new Set() });
  return count;
}

const site = (n: number, length: number): string => `${String.fromCodePoint(0x4e00 + n).repeat(length)}.com`;

test('an overlong host is not parsed in any field', () => {
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
    facts: Array.from({ length: maxFacts }, (_, n) => ({ ...(kinds[n % 4] ?? kinds[0]), value: long(n) })),
  };
  expect(linksRead(asked)).toBe(0);
});

test('a site in a text is parsed three times: as wallet, as link and as stored value', () => {
  const text = Array.from({ length: 20 }, (_, n) => `/${site(n, 30)}`).join(' ');
  expect(linksRead({ text })).toBe(3 * 20);
});
