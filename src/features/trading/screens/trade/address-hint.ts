import { hasExplorerParser, type Network } from '../../../assets/networks.ts';

export const getAddressHint = (network: Network | ''): string =>
  network === ''
    ? 'Choose the network first, so we can check the address.'
    : `Paste it from your wallet.${hasExplorerParser(network) ? ' A link to a block explorer works too.' : ''}`;
