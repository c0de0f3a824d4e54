import { typedLink } from '../../kernel/typed-link.ts';
import type { Network } from './networks.ts';

/**
 * People paste the page of a block explorer, or what a wallet's QR code says, where an address is asked for. A pasted
 * block-explorer URL is reduced to the address, of the explorers below; everything else stays as typed, trimmed, and is
 * judged as an address [001 §5 Buy form, decision C5]. Hosts are compared whole: `etherscan.io.example.com` is a
 * stranger.
 */
type Explorer = { readonly shows: Network | 'other'; readonly pages: readonly string[] };

const evm = (shows: Explorer['shows']): Explorer => ({ shows, pages: ['address'] });
const solana: Explorer = { shows: 'solana', pages: ['account', 'address'] };

const explorers: ReadonlyMap<string, Explorer> = new Map([
  ['etherscan.io', evm('erc20')],
  ['bscscan.com', evm('bep20')],
  ['polygonscan.com', evm('other')],
  ['snowtrace.io', evm('other')],
  ['snowscan.xyz', evm('other')],
  ['ftmscan.com', evm('other')],
  ['arbiscan.io', evm('other')],
  ['optimistic.etherscan.io', evm('other')],
  ['basescan.org', evm('other')],
  ['solscan.io', solana],
  ['explorer.solana.com', solana],
  ['solana.fm', solana],
  ['solanabeach.io', solana],
]);

const longestLink = 2_048;
const addressShape = /^[0-9A-Za-z]{20,100}$/;

/** An address, and the chain that what was pasted names beside it; null where it names none. */
type Pasted = { readonly address: string; readonly shows: Network | 'other' | null };

function fromExplorer(text: string): Pasted | null {
  const link = text.includes('/') ? typedLink(text) : null;
  if (link === null || link.port !== '' || link.username !== '' || link.password !== '') return null;
  const explorer = explorers.get(link.hostname.replace(/^www\./, ''));
  const [page = '', address = ''] = link.pathname.split('/').slice(1);
  if (!explorer?.pages.includes(page.toLowerCase()) || !addressShape.test(address)) return null;
  return { address, shows: explorer.shows };
}

const schemes: Readonly<Record<string, Network>> = {
  bitcoin: 'bitcoin',
  ethereum: 'erc20',
  solana: 'solana',
  tron: 'trc20',
  xrp: 'xrp',
  ripple: 'xrp',
};
/** `bitcoin:<to>?amount=1` [BIP 21]; `ethereum:<to>@56?value=1`, `ethereum:<token>/transfer?address=<to>` [ERC-681]. */
const paymentLink =
  /^([a-z]+):(?:\/\/)?(?:pay-)?([0-9A-Za-z]{20,100})(?:@(\d{1,10}|0x[0-9a-f]{1,8}))?(\/transfer)?(?:\?(.*))?$/i;
const chains: ReadonlyMap<number, Network> = new Map([
  [1, 'erc20'],
  [56, 'bep20'],
]);

/** What a link may say beside its address that loses nobody's coins where it is left out. */
const spare: ReadonlySet<string> = new Set(['amount', 'label', 'message', 'currency', 'network']);

/**
 * Whether something in a link must not be left out: on XRP whatever is not known to be spare, for each wallet names the
 * tag another way; elsewhere a memo, and what a link itself calls required [BIP 21].
 */
const isNeeded = (name: string, network: Network): boolean =>
  network === 'xrp' ? !spare.has(name) : /^(dt|memo|req-.*)$/.test(name);

/** What a wallet writes into its QR code. The amount in it is not read: what is paid stands in the form. */
function fromPaymentLink(text: string): Pasted | null {
  const [, scheme = '', first = '', chain, transfer, query] = paymentLink.exec(text) ?? [];
  const shows = schemes[scheme.toLowerCase()];
  if (shows === undefined) return null;
  const asked = new URLSearchParams(query);
  const address = transfer === undefined ? first : (asked.get('address') ?? '');
  // A tag that went by would lose the coins: such a link stays as it is, and is refused.
  const loses = [...asked.keys()].some((name) => isNeeded(name.toLowerCase(), shows));
  if (!addressShape.test(address) || loses) return null;
  return { address, shows: chain === undefined ? shows : (chains.get(Number(chain)) ?? 'other') };
}

function readPaste(pasted: string): Pasted {
  const text = pasted.trim();
  const read = text.length > longestLink ? null : (fromPaymentLink(text) ?? fromExplorer(text));
  return read ?? { address: text, shows: null };
}

/**
 * Whether what was pasted names another chain than the one that was chosen. Addresses of one family look alike on all
 * of its chains, so whoever pasted it is asked which they mean.
 */
export function namesOtherChain(pasted: string, network: Network): boolean {
  const { shows } = readPaste(pasted);
  return shows !== null && shows !== network;
}

/**
 * The address inside a pasted explorer link or wallet code (decision C5), or the trimmed input; that too where it names
 * another chain than `network`, which is not settled by leaving it out. Whether it is an address is not decided here.
 */
export function addressFromPaste(pasted: string, network?: Network): string {
  const { address, shows } = readPaste(pasted);
  return network !== undefined && shows !== null && shows !== network ? pasted.trim() : address;
}
