import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { ClientRequest } from 'node:http';
import ipaddr from 'ipaddr.js';
import { typedLink } from '../kernel/typed-link.ts';

/** Where we send something because somebody typed it: to the internet, and never to a machine of our own network. */

/** Who is asked what a name stands for. */
export type Names = Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>;

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
export const ownNames: Names = new Resolver({ timeout: 2_000, tries: 1 });

async function addressesOf(name: string, names: Names): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([names.resolve4(name), names.resolve6(name)]);
  const of = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...of(four, 4), ...of(six, 6)];
}

/** Finds the addresses of a name and gives on none that is not allowed: what is asked is what is connected to. */
export const lookupWithin =
  (isAllowed: (address: string) => boolean, names: Names) =>
  (name: string, { all }: LookupOptions, found: Found): void =>
    void addressesOf(name, names).then((addresses) => {
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (!first || others.length + 1 < addresses.length) return found(new Error('no address of the internet'));
      return all ? found(null, [first, ...others]) : found(null, first.address, first.family);
    });

/**
 * Says that a request failed, whichever way it ended without an answer. Of a machine that goes on in another way of
 * speaking (101) Node tells no fault, and its time given is over with it: it closes, and nothing else is heard.
 */
export const endsUnanswered = (asked: ClientRequest, failed: (why: Error) => void): void =>
  void asked.on('error', failed).on('close', () => failed(new Error('closed without an answer')));
