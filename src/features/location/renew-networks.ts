import type { Services } from '../../platform/procedure.ts';
import { textWithin } from '../../platform/text-within.ts';
import { keepRenewed, newestList } from './network-files.ts';
import { ageOf, composeList, faultOf, parts } from './network-list.ts';

/** For one file of the publisher, ms. */
const patience = 60_000;
/** The longest has less than a million characters. */
const longest = 10_000_000;
/** Providers move slowly; a list older than this, in days, is worth a line in the log. */
const aged = 180;

async function textAt(url: URL): Promise<string> {
  const headers = { 'user-agent': 'Cryptocommerce' };
  // Whoever sends us elsewhere is not followed: what it is then, nobody looked at.
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience), headers, redirect: 'manual' });
  if (!answer.ok || !answer.body) throw new Error(`the publisher answered ${answer.status}`);
  return textWithin(answer, longest, () => new Error('the publisher sends more than any list is long'));
}

/** What the publisher has now. Throws where that must not take the place of the list before. */
async function fetched(folder: string, { now, before }: { now: Date; before: string }): Promise<string> {
  const base = folder.replace(/\/*$/, '/');
  const texts = await Promise.all(parts.map(({ path }) => textAt(new URL(path, base))));
  const list = composeList(texts, now.toISOString().slice(0, 10));
  const fault = faultOf(list, before);
  if (fault) throw new Error(fault);
  return list;
}

/**
 * Renews the list of provider networks where an address for it is set, and tells the log of one that grew old. What
 * cannot be fetched, or is not whole, leaves the one in force where it is and is tried again.
 */
export async function renewNetworks({ config: { geo }, clock, log }: Services): Promise<void> {
  const [now, before] = [clock(), await newestList(geo)];
  const days = ageOf(before, now);
  if (geo.networksUrl === undefined) {
    if (days > aged) log.warn({ days }, 'the list of provider networks grew old');
    return;
  }
  try {
    await keepRenewed(geo, await fetched(geo.networksUrl, { now, before }));
  } catch (error) {
    throw new Error(`the list of provider networks, ${days} days old, was not renewed`, { cause: error });
  }
}
