import type { Db } from '../../../platform/database.ts';
import { agreeOnTag, checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import type { Network } from '../../coins/networks.ts';
import type { Indicator } from '../../scam-reports/indicators/indicator.ts';
import { inAllForms } from '../../scam-reports/indicators/same-wallet.ts';
import { readWallet } from '../../scam-reports/indicators/wallet.ts';
import { knownIn } from '../../scam-reports/look-store.ts';
import type { Known } from '../../scam-reports/shapes.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** A wallet as it stands in a form. */
type Typed = { readonly network: Network; readonly walletAddress: string; readonly destinationTag: string };

/** Where it leads, by the rules of its network alone; null where it is no address, which is refused for that. */
export function typedDestination({ network, walletAddress, destinationTag }: Typed): Destination | null {
  const check = checkAddress(network, addressFromPaste(walletAddress, network));
  const tag = agreeOnTag(check.ok ? check.tag : undefined, network === 'xrp' ? destinationTag : '');
  return check.ok && tag.ok ? { network, address: check.address, tag: tag.tag } : null;
}

/** What is told of a wallet, and under which indicator it was found. */
export type WalletWarned = { readonly of: Indicator; readonly known: Known };

/** How much a warning weighs: a published one more than reports, a scam more than likely one. */
const weightOf = ({ known }: WalletWarned): number =>
  known.told === 'reported' ? 0 : known.verdict === 'scam' ? 2 : 1;

/**
 * What is asked about a wallet before coins go there (decision 044): the address with its tag, and the address. Two
 * accounts would else report a tag, and nobody who sends to it would hear what is published of the address. And all
 * forms in which its key writes it: coins that are sent to one are whoever's the others are.
 */
function askedAbout({ network, address, tag }: Destination): Indicator[] {
  const typed = tag === null ? [address] : [`${address}?dt=${tag}`, address];
  return typed.flatMap((text) => readWallet(text, network) ?? []).flatMap(inAllForms);
}

/** The same of a wallet as it was typed; nothing where it is no address. */
export function askedAboutTyped(typed: Typed): Indicator[] {
  const destination = typedDestination(typed);
  return destination ? askedAbout(destination) : [];
}

/** Of what is known, what weighs most. What was judged legitimate is no warning. */
export function warningIn(asked: readonly Indicator[], found: readonly (Known | null)[]): WalletWarned | null {
  const told = asked.flatMap((of, at) => {
    const known = found[at] ?? null;
    return known === null || (known.told === 'published' && known.verdict === 'legitimate') ? [] : [{ of, known }];
  });
  return told.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? null;
}

/** What whoever is about to send coins somewhere may know of reports about it. */
export async function walletWarning(tx: Db, destination: Destination): Promise<WalletWarned | null> {
  const asked = askedAbout(destination);
  return warningIn(asked, await knownIn(tx, asked));
}
