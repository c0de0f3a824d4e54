import { randomBytes } from 'node:crypto';
import type { AddressEntry } from '../../src/features/screening/address-index.ts';
import { screenAddress } from '../../src/features/screening/screen-wallet.ts';
import type { Source } from '../../src/features/screening/sources.ts';

const now = new Date();
const list = { source: 'ofac', listId: 'bench', publishedOn: now.toISOString().slice(0, 10) } as const;
const source: Source = { source: 'ofac', needed: true, allowedHours: 72, list, asOf: now };
const entry: AddressEntry = {
  source: 'ofac',
  partyRef: '1',
  party: 'Bench',
  category: 'sanctioned',
  programmes: [],
  tag: 'ETH',
};
const anAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** 99th percentile in ms of 200,000 address screenings, a tenth hits, of 100,000 addresses. OFAC lists about 750. */
export function screeningP99(): number {
  const listed = Array.from({ length: 100_000 }, anAddress);
  const index = { version: 'bench', sources: [source], entries: new Map(listed.map((address) => [address, [entry]])) };
  const addresses = Array.from({ length: 200_000 }, (_, at) =>
    at % 10 === 0 ? (listed[at % listed.length] ?? '') : anAddress(),
  );
  const took = addresses.map((address) => {
    const startedAt = performance.now();
    screenAddress(index, { address, network: 'erc20', symbol: 'ETH' }, now);
    return performance.now() - startedAt;
  });
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
}
