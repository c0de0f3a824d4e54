import { type Network, readsExplorerOf } from '../../../coins/networks.ts';

/** Where an address comes from, for a network; without one it cannot be checked. */
export const whereFrom = (network: Network | ''): string =>
  network === ''
    ? 'Choose the network first. We check the address for it.'
    : `Paste it from your wallet.${readsExplorerOf(network) ? ' A link to a block explorer works too.' : ''}`;
