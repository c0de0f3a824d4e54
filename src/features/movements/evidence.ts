import { jamaicaDay } from '../../kernel/calendar.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../platform/database.ts';
import { agreeOnTag, checkAddress } from '../coins/addresses.ts';
import { addressFromPaste } from '../coins/explorer-link.ts';
import { type Network, networks } from '../coins/networks.ts';
import { ownAddresses } from '../coins/own-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { evidenceMoment } from './evidence-moment.ts';
import { mayRefuse, refuse } from './messages.ts';
import { noParty, type Party } from './movement.ts';
import { isNetwork, movementReference, partKey, type Rail } from './movement-reference.ts';
import { numberUsedFor, usedFor } from './movement-store.ts';
import type { Arrived } from './schema.ts';
import { refuseStated } from './stated-store.ts';

/** With what a reference, and the moment at which it moved, can be refused. */
export const referenceMayRefuse = mayRefuse(
  'desk.reference_used',
  'desk.reference_short',
  'desk.reference_no_hash',
  'desk.reference_two_hashes',
  'desk.moment_unreadable',
  'desk.moment_ahead',
);
/** The same of what came in, and of whoever it came from. */
export const evidenceMayRefuse = {
  ...referenceMayRefuse,
  ...mayRefuse(
    'desk.line_known',
    'desk.time_missing',
    'desk.payer_missing',
    'desk.sender_unsound',
    'desk.from_ourselves',
  ),
};

/** Where evidence is taken in: in which transaction, and when. */
type Taking = { readonly tx: Db; readonly services: { readonly clock: Clock } };

/** What staff read off the bank line or the chain: under what it moved, and when. */
type Typed = Named & { readonly movedOn: string; readonly movedTime: string };
/** `part`: a further output of a transaction, or line under one number. */
type Named = { readonly reference: string; readonly part?: number };

export const networkName = (rail: Rail): string => (isNetwork(rail) ? networks[rail].name : `the ${rail}`);

/** When it moved, or a refusal: nothing moved in the future. */
export function movedAt(desk: Taking, { movedOn, movedTime }: Omit<Typed, keyof Named>) {
  const moment = evidenceMoment(movedOn, movedTime, desk.services.clock());
  if (!moment.ok) return refuse(`desk.${moment.fault}`, {});
  return { movedAt: moment.movedAt, dayOnly: moment.dayOnly };
}

/** Nothing that moved on a day before another was caused by what happened on that one. */
export const isBeforeDay = (movedAt: Date, of: Date): boolean => jamaicaDay(movedAt) < jamaicaDay(of);

type Moved = { readonly movedAt: Date; readonly dayOnly: boolean };

const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / 60_000);

/** The same by the minute, where a bank line or a block tells it: whatever happens within one minute is at once. */
export const isBefore = ({ movedAt, dayOnly }: Moved, of: Date): boolean =>
  dayOnly ? isBeforeDay(movedAt, of) : minuteOf(movedAt) < minuteOf(of);

/** A reference in its one form. One that was ever used, in whatever spelling and for whatever, is refused. */
export async function freshReference({ tx }: Pick<Taking, 'tx'>, rail: Rail, { reference: typed, part = 1 }: Named) {
  const check = movementReference(rail, typed);
  if (!check.ok)
    return check.fault === 'reference_no_hash'
      ? refuse('desk.reference_no_hash', { network: networkName(rail) })
      : refuse(`desk.${check.fault}`, {});
  const key = partKey(check.key, part);
  const other = await (rail === 'card' ? numberUsedFor : usedFor)(tx, key);
  if (other) return refuse('desk.reference_used', { use: other });
  return { typed, key };
}

/** Reference and moment of something that moved. */
export const evidenceOf = async (desk: Taking, rail: Rail, typed: Typed) => ({
  rail,
  reference: await freshReference(desk, rail, typed),
  ...movedAt(desk, typed),
});

type ByHand = Typed & { readonly payerAccount: string };

/**
 * The same of something that came in, as somebody types it. Coins are priced by when they were sent, and a block always
 * tells its time; a bank line often tells the day alone, and a transfer is priced by its day. What a statement of ours
 * shows under that reference is confirmed by its line alone.
 */
export async function arrivalOf(desk: Taking, rail: Rail, typed: ByHand) {
  if (isNetwork(rail) && typed.movedTime === '') refuse('desk.time_missing', {});
  const evidence = await evidenceOf(desk, rail, typed);
  if (rail === 'bank') await refuseStated(desk.tx, evidence.reference.key, typed.payerAccount);
  return evidence;
}

type SenderTyped = Pick<Arrived, 'senderAddress' | 'senderTag'>;
type Payer = Pick<Arrived, 'payerBank' | 'payerAccount' | 'payerHolder'>;
/** Who paid or sent, as typed. */
export type Paid = Payer & SenderTyped;

/** The account of whoever paid; null where nothing is typed. A part of it alone is refused. */
export function payerOf({ payerBank, payerAccount, payerHolder }: Payer): Party | null {
  const parts = [payerBank, payerAccount, payerHolder];
  if (parts.every((part) => part === '')) return null;
  if (parts.includes('')) refuse('desk.payer_missing', {});
  return { ...noParty, bank: payerBank, account: payerAccount, holder: payerHolder };
}

export type Ours = Pick<SettingsInForce, 'everOurs'>;

/** Who paid or sent over a rail, as typed. */
export const partyOn = (rail: Rail, typed: Paid): Party =>
  isNetwork(rail) ? senderOf(rail, typed) : (payerOf(typed) ?? refuse('desk.payer_missing', {}));

/** Whether it is an account or a wallet of our own, or was once: between these we move what is ours. */
export function isOurs({ account, address }: Party, { everOurs }: Ours): boolean {
  if (address !== null) return ownAddresses(everOurs).has(address);
  const digits = (number: string | null) => (number ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return everOurs.accounts.some((each) => Object.values(each).some(({ number }) => digits(number) === digits(account)));
}

function senderOf(network: Network, typed: SenderTyped): Party {
  const check = checkAddress(network, addressFromPaste(typed.senderAddress));
  if (!check.ok) return refuse('desk.sender_unsound', { network: networks[network].name });
  const tag = agreeOnTag(check.tag, typed.senderTag);
  if (!tag.ok) return refuse('desk.sender_unsound', { network: networks[network].name });
  return { ...noParty, address: check.address, tag: tag.tag?.toString() ?? null };
}
