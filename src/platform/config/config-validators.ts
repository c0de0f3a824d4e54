/** Thrown for invalid settings. The process prints the message and exits. */
export class ConfigurationError extends Error {}

export const isStrong = (secret: string | undefined): boolean =>
  secret !== undefined && secret.length >= 32 && new Set(secret).size >= 12;

/** Splits a list of secrets. Null when one is empty, because anyone could sign with an empty secret. */
export function splitSecrets(text: string | undefined): readonly string[] | null {
  const secrets = text?.split(',').map((secret) => secret.trim()) ?? [];
  return secrets.includes('') ? null : secrets;
}

export function parseSecrets(text: string | undefined, name: string): readonly string[] {
  const secrets = splitSecrets(text);
  if (!secrets) throw new ConfigurationError(`${name}: one of the values is empty; remove the extra comma`);
  return secrets;
}

export function isHttpsOrigin(text: string | undefined): boolean {
  if (text === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return (url.protocol === 'https:' || local) && url.origin === text;
}

export const isUnsetOr = (value: string | undefined, test: (value: string) => boolean): boolean =>
  value === undefined || test(value);

export function isLocal(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const { hostname } = URL.canParse(origin) ? new URL(origin) : { hostname: '' };
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}

/** URLs of providers. They require TLS, because altered responses would change prices, decisions and sign-ins. */
export const providerUrlSettings = [
  ...(['COINMARKETCAP_URL', 'COINGECKO_URL', 'KRAKEN_URL', 'COINBASE_URL', 'OFAC_LIST_URL', 'UN_LIST_URL'] as const),
  ...(['CHAINALYSIS_URL', 'OPENSANCTIONS_URL', 'GEO_DATABASE_URL', 'GEO_NETWORKS_URL', 'OIDC_ISSUER'] as const),
];

export const isTlsOrLocal = (text: string): boolean =>
  URL.canParse(text) && (['https:', 'file:'].includes(new URL(text).protocol) || isLocal(text));

export const isPushKey = (text: string): boolean => Buffer.from(text, 'base64url').length === 32;

export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

export const isDsn = (text: string): boolean =>
  /^https?:\/\/\w+@[^/@\s]+\/(?:[\w-]+\/)*\d+$/.test(text) && URL.canParse(text);

export const isHttpAddress = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text);
