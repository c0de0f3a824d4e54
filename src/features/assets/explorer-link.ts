import { memoizeLru } from '../../kernel/memoize.ts';
import { parseUserUrl } from '../../kernel/parse-url.ts';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { type Network, networkIds, networks } from './networks.ts';

/** `network` is null for chains on which we do not trade. */
type Chain = { readonly name: string; readonly network: Network | null; readonly isTest?: true };

const toChain = (network: Network): Chain => ({ name: networks[network].name, network });
const testChain: Chain = { name: 'a test network', network: null, isTest: true };

type EvmChain = { readonly id: number; readonly shortNames: readonly string[]; readonly chain: Chain };

/** EVM chains on which we do not trade, by number [EIP-155] and short name [EIP-3770], with their explorers. */
const otherEvmChains: readonly (EvmChain & { readonly hosts: readonly string[] })[] = (
  [
    [137, ['matic', 'pol'], 'Polygon', ['polygonscan.com']],
    [43_114, ['avax'], 'Avalanche', ['snowtrace.io', 'snowscan.xyz']],
    [250, ['ftm'], 'Fantom', ['ftmscan.com']],
    [42_161, ['arb1'], 'Arbitrum', ['arbiscan.io']],
    [10, ['oeth'], 'Optimism', ['optimistic.etherscan.io']],
    [8_453, ['base'], 'Base', ['basescan.org']],
    [100, ['gno'], 'Gnosis', ['gnosisscan.io']],
    [59_144, ['linea'], 'Linea', ['lineascan.build']],
    [42_220, ['celo'], 'Celo', ['celoscan.io']],
    [534_352, ['scr'], 'Scroll', ['scrollscan.com']],
  ] as const
).map(([id, shortNames, name, hosts]) => ({ id, shortNames, chain: { name, network: null }, hosts }));

const evmChains: readonly EvmChain[] = [
  ...networkIds.flatMap((id) => {
    const { evmChain } = networks[id];
    return evmChain ? [{ ...evmChain, chain: toChain(id) }] : [];
  }),
  ...otherEvmChains,
];

/** In order: Sepolia of Ethereum, Arbitrum, Base and Optimism; Goerli, Holesky, Hoodi, BSC, Mumbai, Amoy, Fuji. */
const testChainIds = [11_155_111, 421_614, 84_532, 11_155_420, 5, 17_000, 560_048, 97, 80_001, 80_002, 43_113] as const;
const testShortNames = [
  ...['sep', 'gor', 'holesky', 'hoodi', 'bnbt', 'maticmum', 'polygonamoy', 'fuji', 'arb-sep', 'basesep', 'opsep'],
] as const;

const chainsById: ReadonlyMap<number, Chain> = new Map<number, Chain>([
  ...evmChains.map(({ id, chain }) => [id, chain] as const),
  ...testChainIds.map((id) => [id, testChain] as const),
]);
const chainsByShortName: ReadonlyMap<string, Chain> = new Map<string, Chain>([
  ...evmChains.flatMap(({ shortNames, chain }) => shortNames.map((name) => [name, chain] as const)),
  ...testShortNames.map((name) => [name, testChain] as const),
]);

type Explorer = { readonly chain: Chain; readonly pages: readonly string[] };

const explorers: ReadonlyMap<string, Explorer> = new Map<string, Explorer>([
  ...otherEvmChains.flatMap(({ hosts, chain }) => hosts.map((host) => [host, { chain, pages: ['address'] }] as const)),
  ...networkIds.flatMap((id) => {
    const { hosts, pages } = networks[id].explorers;
    return hosts.map((host) => [host, { chain: toChain(id), pages }] as const);
  }),
]);

/** Matches explorers of test networks, such as `sepolia.`, `testnet.` and `sepolia-optimism.` */
const testHost =
  /^(?:[a-z0-9]+-)*(?:sepolia|goerli|holesky|hoodi|ropsten|rinkeby|kovan|amoy|mumbai|fuji|chapel|testnet|devnet)(?:-[a-z0-9]+)*\.(.+)$/;

const maxLinkLength = 2_048;
const addressShape = /^[0-9A-Za-z]{20,100}$/;

type PastedAddress = { readonly address: string; readonly chain: Chain | null };

function isSolanaTestCluster(query: URLSearchParams): boolean {
  const cluster = query.get('cluster');
  const chain = chainsById.get(Number(query.get('chainid') ?? 1));
  return (cluster !== null && cluster !== '' && !cluster.startsWith('mainnet')) || chain?.isTest === true;
}

function parseExplorerLink(text: string): PastedAddress | null {
  const link = text.includes('/') ? parseUserUrl(text) : null;
  if (link === null || link.port !== '' || link.username !== '' || link.password !== '') return null;
  const host = link.hostname.replace(/^www\./, '');
  const [, mainHost = ''] = testHost.exec(host) ?? [];
  const explorer = explorers.get(host) ?? explorers.get(mainHost);
  const [page = '', address = ''] = link.pathname.split('/').slice(1);
  if (!explorer?.pages.includes(page.toLowerCase()) || !addressShape.test(address)) return null;
  const isTest = !explorers.has(host) || isSolanaTestCluster(link.searchParams);
  return { address, chain: isTest ? testChain : explorer.chain };
}

const schemes: ReadonlyMap<string, Network> = new Map(
  networkIds.flatMap((id) => networks[id].linkSchemes.map((scheme) => [scheme, id] as const)),
);
/** `bitcoin:<to>?amount=1` [BIP 21]; `ethereum:<to>@56?value=1`, `ethereum:<token>/transfer?address=<to>` [ERC-681]. */
const paymentLinkShape =
  /^([a-z]+):(?:\/\/)?(?:pay-)?([0-9A-Za-z]{20,100})(?:@(\d{1,10}|0x[0-9a-f]{1,8}))?(\/transfer)?(?:\?(.*))?$/i;
/** `eth:0x...` [EIP-3770]. */
const shortNameShape = /^([a-z0-9-]{2,20}):(0x[0-9a-f]{40})$/i;

/** Link parameters that we can ignore without losing coins. */
const optionalParams: ReadonlySet<string> = new Set(['amount', 'label', 'message', 'currency', 'network']);

/** On a network with tags, an unknown parameter can be a tag, so we cannot ignore it. */
const isRequiredParam = (name: string, network: Network): boolean =>
  networks[network].hasTag ? !optionalParams.has(name) : /^(dt|memo|req-.*)$/.test(name);

function parsePaymentLink(text: string): PastedAddress | null {
  const [, scheme = '', first = '', chain, transfer, query] = paymentLinkShape.exec(text) ?? [];
  const network = schemes.get(scheme.toLowerCase());
  if (network === undefined) return null;
  const params = new URLSearchParams(query);
  const address = transfer === undefined ? first : (params.get('address') ?? '');
  // Keeps the whole link, which the address check then rejects. Ignoring a tag would lose the coins.
  const hasRequiredParam = [...params.keys()].some((name) => isRequiredParam(name.toLowerCase(), network));
  if (!addressShape.test(address) || hasRequiredParam) return null;
  const knownChain = chain === undefined ? toChain(network) : chainsById.get(Number(chain));
  return { address, chain: knownChain ?? { name: `chain ${Number(chain)}`, network: null } };
}

function parseShortName(text: string): PastedAddress | null {
  const [, shortNames = '', address = ''] = shortNameShape.exec(text) ?? [];
  const chain = chainsByShortName.get(shortNames.toLowerCase());
  return chain ? { address, chain } : null;
}

const parseShortPaste = memoizeLru((pasted: string): PastedAddress => {
  const text = stripInvisible(pasted).trim();
  return parsePaymentLink(text) ?? parseShortName(text) ?? parseExplorerLink(text) ?? { address: text, chain: null };
});

const parsePaste = (pasted: string): PastedAddress =>
  pasted.length > maxLinkLength ? { address: pasted.trim(), chain: null } : parseShortPaste(pasted);

/** True for links to a test network, where coins have no value (decision F1). */
export const isTestNetworkLink = (pasted: string): boolean => parsePaste(pasted).chain?.isTest === true;

export function getPastedChain(pasted: string): string | null {
  const { chain } = parsePaste(pasted);
  return chain === null || chain.isTest ? null : chain.name;
}

/** Returns the address in a pasted link (decision C5), else the text without invisible characters. */
export function getPastedAddress(pasted: string): string {
  const { address, chain } = parsePaste(pasted);
  return chain?.isTest ? stripInvisible(pasted).trim() : address;
}
