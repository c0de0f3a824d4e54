import type { Config } from '../config/config.ts';
import { deriveMatchKey, hashForMatching } from '../database/column-encryption.ts';
import { getConnectionKey, getNetworkKey } from './client-network.ts';

export type IpPseudonyms = { readonly connection: string; readonly network: string };

/** Hashes an IP address. Hashes for different purposes cannot be matched with each other. */
export function pseudonymizeIp({ authSecret }: Pick<Config, 'authSecret'>, purpose: string, ip: string): IpPseudonyms {
  const pseudonymize = (origin: string) => hashForMatching(deriveMatchKey(authSecret), `place ${purpose} ${origin}`);
  return { connection: pseudonymize(getConnectionKey(ip)), network: pseudonymize(getNetworkKey(ip)) };
}
