import { assetSymbols, coinName } from '../assets/assets.ts';
import { networkIds, networks } from '../assets/networks.ts';

const coinComponents = assetSymbols.map((symbol) => ({
  id: `coin-${symbol}`,
  name: `${coinName(symbol)} (${symbol})`,
}));
const networkComponents = networkIds.map((network) => ({ id: `network-${network}`, name: networks[network].name }));

/** Components that only the system assesses. */
const watched = [
  { id: 'prices', name: 'Prices' },
  { id: 'checks', name: 'Order checks' },
  { id: 'mail', name: 'Emails and notices' },
];
const services = [
  { id: 'site', name: 'Website and account' },
  { id: 'bank', name: 'Bank transfers' },
  { id: 'card', name: 'Card payments' },
];

/** Rows of the status page by section. */
export const statusSections = [
  { id: 'services', title: 'Services', components: [...services, ...watched] },
  { id: 'coins', title: 'Coins', components: coinComponents },
  { id: 'networks', title: 'Networks', components: networkComponents },
] as const;

export const statusComponents = statusSections.flatMap(({ components }) => components);

/** Components that staff can announce something about. */
export const announceable = [...services, ...coinComponents, ...networkComponents];

const names: Readonly<Record<string, string>> = Object.fromEntries(statusComponents.map(({ id, name }) => [id, name]));

/** A coin or network that is no longer offered keeps its id as its name. */
export const getComponentName = (id: string): string => names[id] ?? id.replace(/^\w+-/, '');
