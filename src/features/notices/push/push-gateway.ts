import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import ipaddr from 'ipaddr.js';
import { typedLink } from '../../../kernel/typed-link.ts';
import { type PushKey, vapid } from './push-key.ts';

/** `gone`: that browser wants no more of it. `later`: its maker takes nothing now. */
export type PushOutcome = 'sent' | 'gone' | 'later';

type Names = Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>;

type Parts = {
  readonly key: PushKey;
  readonly contact: string;
  readonly clock: () => Date;
  /** How requests leave. Tests have their own, to a stand-in on this machine. */
  readonly request?: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) => ClientRequest;
  readonly isAllowed?: (address: string) => boolean;
  /** Who is asked what a name stands for. */
  readonly names?: Names;
  /** Milliseconds. */
  readonly patience?: number;
};

/** Whether a machine on the internet has this address: nothing of our own network, nor what stands for one inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // Of IPv6 the internet has 2000::/3 alone: `::7f00:1` is unicast as well.
  return read.range() === 'unicast' && (read.kind() === 'ipv4' || /^[23]/.test(read.toNormalizedString()));
}

/**
 * Where a browser may have us send: https at the usual port, a host with a name, nobody's password in it. What the name
 * stands for is looked at each time something is sent, for it may change.
 */
export function isPushEndpoint(text: string): boolean {
  const link = text.length <= 1_000 && /^https:/i.test(text) ? typedLink(text) : null;
  if (link === null) return false;
  const { port, username, password, hostname, hash } = link;
  const isNamed = /\.[a-z][a-z0-9-]*$/.test(hostname) && !ipaddr.isValid(hostname);
  return port === '' && username === '' && password === '' && hash === '' && isNamed;
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Asks a name server by itself, for two seconds. The system's way (`dns.lookup`) takes one of the few threads that look
 * up every name of this process, the database's too, and nothing ends it; anybody may name a host of a silent server.
 */
const ownNames = new Resolver({ timeout: 2_000, tries: 1 });

async function addressesOf(name: string, names: Names): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([names.resolve4(name), names.resolve6(name)]);
  const of = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...of(four, 4), ...of(six, 6)];
}

/** Finds the addresses of a name and gives on none that is not allowed: what is asked is what is connected to. */
const lookupWithin =
  (isAllowed: (address: string) => boolean, names: Names) =>
  (name: string, { all }: LookupOptions, found: Found): void =>
    void addressesOf(name, names).then((addresses) => {
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (!first || others.length + 1 < addresses.length) return found(new Error('no address of the internet'));
      return all ? found(null, [first, ...others]) : found(null, first.address, first.family);
    });

/** For all of it: whoever answers drop by drop is never silent, and holds up everybody's. */
const usualPatience = 10_000;

/** Tells browsers' makers that there is something new, without a word of what. */
export function pushGateway({ key, contact, clock, ...more }: Parts) {
  const { request = requestSafely, isAllowed = isPublicAddress, names = ownNames, patience = usualPatience } = more;
  return (endpoint: string): Promise<PushOutcome> =>
    new Promise((resolve, reject) => {
      const url = new URL(endpoint);
      const headers = {
        authorization: vapid(key, { endpoint: url, contact, now: clock() }),
        // A day later it is no news. One that was not fetched yet takes the place of the one before it.
        ...{ ttl: '86400', urgency: 'normal', topic: 'notices', 'content-length': '0' },
      };
      const signal = AbortSignal.timeout(patience);
      const options = { method: 'POST', headers, agent: false, signal, lookup: lookupWithin(isAllowed, names) };
      const asked = request(url, options as RequestOptions, (answer) => {
        const { statusCode = 0 } = answer;
        // What it says beside is not read, however long it would be.
        answer.destroy();
        if (statusCode === 404 || statusCode === 410) resolve('gone');
        else resolve(statusCode >= 200 && statusCode < 300 ? 'sent' : 'later');
      });
      asked.on('error', reject);
      asked.end();
    });
}
