import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import ipaddr from 'ipaddr.js';
import { parseUserUrl } from '../../kernel/parse-url.ts';

// SSRF protection: requests to URLs from users reach the public internet, never our network.

type DnsResolver = Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>;

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Public IPv6 is 2000::/3; the library also reports `::7f00:1` as unicast.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || /^[23]/.test(parsed.toNormalizedString()));
}

/** Accepts https with a host name, the default port and no credentials. Requests check the address again. */
export function isPublicHttpsUrl(text: string): boolean {
  const url = text.length <= 1_000 && /^https:/i.test(text) ? parseUserUrl(text) : null;
  if (url === null) return false;
  const { port, username, password, hostname, hash } = url;
  const isNamed = /\.[a-z][a-z0-9-]*$/.test(hostname) && !ipaddr.isValid(hostname);
  return port === '' && username === '' && password === '' && hash === '' && isNamed;
}

type LookupCallback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/** Not `dns.lookup`, which could block the few threads that also resolve the database's name. */
const defaultResolver: DnsResolver = new Resolver({ timeout: 2_000, tries: 1 });

async function resolveAddresses(name: string, resolver: DnsResolver): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const toAddresses = (callback: PromiseSettledResult<string[]>, family: 4 | 6) =>
    callback.status === 'fulfilled' ? callback.value.map((address) => ({ address, family })) : [];
  return [...toAddresses(four, 4), ...toAddresses(six, 6)];
}

/** Resolves a host to the address to connect to. Fails when any of its addresses is not allowed. */
const createLookup =
  (isAllowed: (address: string) => boolean, resolver: DnsResolver) =>
  (name: string, { all }: LookupOptions, found: LookupCallback): void =>
    void resolveAddresses(name, resolver).then((addresses) => {
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (!first || others.length + 1 < addresses.length) return found(new Error('not a public internet address'));
      return all ? found(null, [first, ...others]) : found(null, first.address, first.family);
    });

export type OutboundOptions = {
  readonly request?: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) => ClientRequest;
  readonly isAllowed?: (address: string) => boolean;
  readonly resolver?: DnsResolver;
  /** For the whole request, because a slow response is never idle. */
  readonly timeoutMs?: number;
};

type Outgoing = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends a request and returns the status. Follows no redirects. Rejects without a response. */
export function outboundSender({
  request = requestSafely,
  isAllowed = isPublicAddress,
  resolver = defaultResolver,
  timeoutMs,
}: OutboundOptions) {
  return ({ url, headers, body }: Outgoing): Promise<number> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs ?? 10_000);
      const options = { method: 'POST', headers, agent: false, signal, lookup: createLookup(isAllowed, resolver) };
      const outgoing = request(url, options as RequestOptions, (answer) => {
        // Does not read the body, which may be endless.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      // Node reports neither an error nor a timeout after a 101 response.
      outgoing.on('error', reject).on('close', () => reject(new Error('connection closed without an answer')));
      outgoing.end(body);
    });
}
