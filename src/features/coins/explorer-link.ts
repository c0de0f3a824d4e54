import type { Network } from './networks.ts';

/**
 * People paste the page of a block explorer where an address is asked for. A page of an explorer on this list is
 * reduced to the address it shows; everything else stays as typed, trimmed, and is judged as an address [001 §5].
 * Hosts are compared whole: `etherscan.io.example.com` is a stranger.
 */
const evmPages: readonly string[] = ['address'];
const solanaPages: readonly string[] = ['account', 'address'];

const pagesByHost: ReadonlyMap<string, readonly string[]> = new Map([
  ['etherscan.io', evmPages],
  ['bscscan.com', evmPages],
  ['polygonscan.com', evmPages],
  ['snowtrace.io', evmPages],
  ['snowscan.xyz', evmPages],
  ['ftmscan.com', evmPages],
  ['arbiscan.io', evmPages],
  ['optimistic.etherscan.io', evmPages],
  ['basescan.org', evmPages],
  ['solscan.io', solanaPages],
  ['explorer.solana.com', solanaPages],
  ['solana.fm', solanaPages],
  ['solanabeach.io', solanaPages],
]);

/** The networks whose explorers' pages are read. */
const readFor: readonly Network[] = ['erc20', 'bep20', 'solana'];
export const readsExplorerOf = (network: Network): boolean => readFor.includes(network);

const longestLink = 2_048;
const withScheme = /^https?:\/\//i;
const addressShape = /^[0-9A-Za-z]{20,100}$/;

function readLink(text: string): URL | null {
  try {
    return new URL(withScheme.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
}

/** The address inside a pasted explorer page, or the trimmed input. Whether it is an address is not decided here. */
export function addressFromPaste(pasted: string): string {
  const text = pasted.trim();
  if (text.length > longestLink || !text.includes('/')) return text;
  const link = readLink(text);
  if (link === null) return text;
  if (link.port !== '' || link.username !== '' || link.password !== '') return text;
  const pages = pagesByHost.get(link.hostname.replace(/^www\./, ''));
  const [page = '', address = ''] = link.pathname.split('/').slice(1);
  return pages?.includes(page.toLowerCase()) && addressShape.test(address) ? address : text;
}
