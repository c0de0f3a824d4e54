/** What the environment lacks or gets wrong: told all at once, and the process does not start. */
export class ConfigurationError extends Error {}

/** Long enough and not one character over and over. */
export const isStrong = (secret: string | undefined): boolean =>
  secret !== undefined && secret.length >= 32 && new Set(secret).size >= 12;

/** Secrets with commas between; null where one of them is empty, for that would be everybody's. */
export function readSecrets(text: string | undefined): readonly string[] | null {
  const secrets = text?.split(',').map((secret) => secret.trim()) ?? [];
  return secrets.includes('') ? null : secrets;
}

/** The same, where an empty one stops the start. */
export function secretsOf(text: string | undefined, name: string): readonly string[] {
  const secrets = readSecrets(text);
  if (!secrets) throw new ConfigurationError(`${name}: one of them is empty; take the comma away`);
  return secrets;
}

/** What people type: with https:// and nothing behind the host, or this machine. */
export function isHttpsOrigin(text: string | undefined): boolean {
  if (text === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return (url.protocol === 'https:' || local) && url.origin === text;
}

/** What need not be given, and if it is, is as this asks. */
export const isGood = (given: string | undefined, test: (given: string) => boolean): boolean =>
  given === undefined || test(given);

/** Whether an address is this machine's own; none is. */
export function isLocal(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const { hostname } = URL.canParse(origin) ? new URL(origin) : { hostname: '' };
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}

/** Settings of where prices, lists and judgements come from: whoever altered them on their way would trade with us. */
export const companies = [
  ...(['COINMARKETCAP_URL', 'COINGECKO_URL', 'KRAKEN_URL', 'COINBASE_URL', 'OFAC_LIST_URL', 'UN_LIST_URL'] as const),
  ...(['CHAINALYSIS_URL', 'OPENSANCTIONS_URL', 'GEO_NETWORKS_URL', 'FYGARO_BUTTON_URL'] as const),
];

/** Whether what is answered there can be neither read nor altered on its way: by TLS, or out of this very machine. */
export const isSafeOnItsWay = (text: string): boolean =>
  URL.canParse(text) && (['https:', 'file:'].includes(new URL(text).protocol) || isLocal(text));

/** The secret half of a key of P-256. */
export const isPushKey = (text: string): boolean => Buffer.from(text, 'base64url').length === 32;

/** A host that is this machine alone. */
export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

export const isHttpAddress = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text);
