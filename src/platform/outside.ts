import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import ipaddr from 'ipaddr.js';
import { typedLink } from '../kernel/typed-link.ts';

/** Where we send something because somebody typed it: to the internet, and never to a machine of our own network. */

/** Who is asked what a name stands for. */
type Names = Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>;

/** Whether a machine on the internet has this address: nothing of our own network, nor what stands for one inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // Of IPv6 the internet has 2000::/3 alone: `::7f00:1` is unicast as well.
  return read.range() === 'unicast' && (read.kind() === 'ipv4' || /^[23]/.test(read.toNormalizedString()));
}

/**
 * Where somebody may have us send: https at the usual port, a host with a name, nobody's password in it. What the name
 * stands for is looked at each time something is sent, for it may change.
 */
export function isOutsideLink(text: string): boolean {
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
const ownNames: Names = new Resolver({ timeout: 2_000, tries: 1 });

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

/** How requests leave for a place that somebody named. Tests have their own way, to a stand-in on this machine. */
export type Leaving = {
  readonly request?: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) => ClientRequest;
  readonly isAllowed?: (address: string) => boolean;
  /** Who is asked what a name stands for. */
  readonly names?: Names;
  /** Milliseconds, for all of it: whoever answers drop by drop is never silent. */
  readonly patience?: number;
};

type Outgoing = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Sends something outside: no name that stands for a machine of our own is connected to, and what it sends us on to is
 * not followed. Answers the status; fails where nobody answered.
 */
export function senderOutside({
  request = requestSafely,
  isAllowed = isPublicAddress,
  names = ownNames,
  patience,
}: Leaving) {
  return ({ url, headers, body }: Outgoing): Promise<number> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patience ?? 10_000);
      const options = { method: 'POST', headers, agent: false, signal, lookup: lookupWithin(isAllowed, names) };
      const asked = request(url, options as RequestOptions, (answer) => {
        // What it says beside is not read, however long it would be.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      // Of a machine that goes on in another way of speaking (101) Node tells no fault, and its time given is over with
      // it: it closes, and nothing else is heard.
      asked.on('error', reject).on('close', () => reject(new Error('closed without an answer')));
      asked.end(body);
    });
}
