import { atHour, type Day, jamaicaDay } from '../../kernel/calendar.ts';
import { after, type Clock, minutes } from '../../kernel/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { checkAddress, mergeTags } from '../assets/addresses.ts';
import { type Network, networks } from '../assets/networks.ts';
import { getCompanyAddresses } from '../settings/company-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import type { Amount } from './amount.ts';
import { assertMatchesStatement, assertNotOnStatement } from './bank-evidence-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { noParty, type Party } from './movement.ts';
import { getPartKey, isNetwork, parseMovementReference, type Rail } from './movement-reference.ts';
import { findCardNumberUse, findUse } from './movement-store.ts';
import type { Arrived } from './schema.ts';

type EvidenceMoment =
  | { readonly ok: true; readonly movedAt: Date; readonly dayOnly: boolean }
  | { readonly ok: false; readonly fault: 'moment_unreadable' | 'moment_ahead' };

const isDay = (text: string): boolean => {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`) && text >= '2020-01-01';
};

/** Parses day and time (`HH:MM`, Jamaica) of a transfer (E1). Without a time: the end of the day, or now if earlier. */
export function parseEvidenceMoment(day: Day, time: string, now: Date): EvidenceMoment {
  if (!isDay(day)) return { ok: false, fault: 'moment_unreadable' };
  if (time === '') {
    if (atHour(day, 0) > now) return { ok: false, fault: 'moment_ahead' };
    const end = after(atHour(day, 24), -1);
    return { ok: true, movedAt: end < now ? end : now, dayOnly: true };
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return { ok: false, fault: 'moment_unreadable' };
  const movedAt = after(atHour(day, Number(hour)), minutes(Number(minute)));
  return movedAt > now ? { ok: false, fault: 'moment_ahead' } : { ok: true, movedAt, dayOnly: false };
}

export const referenceRefusalCodes = refusalCodes(
  'desk.reference_used',
  'desk.reference_short',
  'desk.reference_no_hash',
  'desk.reference_two_hashes',
  'desk.moment_unreadable',
  'desk.moment_ahead',
  'desk.line_incoming',
  'desk.sent_differs',
);
export const evidenceRefusalCodes = {
  ...referenceRefusalCodes,
  ...refusalCodes(
    'desk.line_known',
    'desk.line_outgoing',
    'desk.time_missing',
    'desk.payer_missing',
    'desk.sender_unsound',
    'desk.from_ourselves',
  ),
};

type EvidenceContext = { readonly tx: Db; readonly services: { readonly clock: Clock } };

type TypedEvidence = TypedReference & { readonly movedOn: string; readonly movedTime: string };
/** `part`: number of the transaction output or bank line, if several share the reference. */
type TypedReference = { readonly reference: string; readonly part?: number };

export const formatRail = (rail: Rail): string => (isNetwork(rail) ? networks[rail].name : `the ${rail}`);

/** Parses day and time of a transfer. Refuses future times. */
export function parseMovedAt(
  context: EvidenceContext,
  { movedOn, movedTime }: Omit<TypedEvidence, keyof TypedReference>,
) {
  const moment = parseEvidenceMoment(movedOn, movedTime, context.services.clock());
  if (!moment.ok) return refuse(`desk.${moment.fault}`, {});
  return { movedAt: moment.movedAt, dayOnly: moment.dayOnly };
}

export const isBeforeDay = (movedAt: Date, of: Date): boolean => jamaicaDay(movedAt) < jamaicaDay(of);

type EvidenceTime = { readonly movedAt: Date; readonly dayOnly: boolean };

const getMinute = (moment: Date): number => Math.floor(moment.getTime() / 60_000);

/** Compares by minute if the time is known, else by day. */
export const isBefore = ({ movedAt, dayOnly }: EvidenceTime, of: Date): boolean =>
  dayOnly ? isBeforeDay(movedAt, of) : getMinute(movedAt) < getMinute(of);

/** Normalizes a reference. Refuses a reference that was ever used. */
export async function requireUnusedReference(
  { tx }: Pick<EvidenceContext, 'tx'>,
  rail: Rail,
  { reference: typed, part = 1 }: TypedReference,
) {
  const check = parseMovementReference(rail, typed);
  if (!check.ok)
    return check.fault === 'reference_no_hash'
      ? refuse('desk.reference_no_hash', { network: formatRail(rail) })
      : refuse(`desk.${check.fault}`, {});
  const key = getPartKey(check.key, part);
  const other = await (rail === 'card' ? findCardNumberUse : findUse)(tx, key);
  if (other) return refuse('desk.reference_used', { use: other });
  return { typed, key };
}

export const buildEvidence = async (context: EvidenceContext, rail: Rail, typed: TypedEvidence) => ({
  rail,
  reference: await requireUnusedReference(context, rail, typed),
  ...parseMovedAt(context, typed),
});

type ManualArrival = TypedEvidence & { readonly payerAccount: string };

/** Builds the evidence of incoming money that staff type. Crypto needs a time, because every block shows one. */
export async function buildArrival(context: EvidenceContext, rail: Rail, typed: ManualArrival) {
  if (isNetwork(rail) && typed.movedTime === '') refuse('desk.time_missing', {});
  const evidence = await buildEvidence(context, rail, typed);
  if (rail === 'bank') await assertNotOnStatement(context.tx, evidence.reference.key, typed.payerAccount);
  return evidence;
}

type TypedDeparture = TypedEvidence & { readonly note: string };

/** Builds the evidence of a sent transfer. Refuses a bank transfer that contradicts our statements. */
export async function buildDeparture(
  context: EvidenceContext,
  { rail, amount }: { rail: Rail; amount: Amount },
  typed: TypedDeparture,
) {
  const evidence = await buildEvidence(context, rail, typed);
  if (rail === 'bank') await assertMatchesStatement(context.tx, evidence.reference.key, { amount, note: typed.note });
  return evidence;
}

type SenderTyped = Pick<Arrived, 'senderAddress' | 'senderTag'>;
type Payer = Pick<Arrived, 'payerBank' | 'payerAccount' | 'payerHolder'>;
export type Paid = Payer & SenderTyped;

/** Returns null if all fields are empty. Refuses an incomplete payer. */
export function parsePayer({ payerBank, payerAccount, payerHolder }: Payer): Party | null {
  const parts = [payerBank, payerAccount, payerHolder];
  if (parts.every((part) => part === '')) return null;
  if (parts.includes('')) refuse('desk.payer_missing', {});
  return { ...noParty, bank: payerBank, account: payerAccount, holder: payerHolder };
}

export type OwnDestinations = Pick<SettingsInForce, 'everOurs' | 'token_contracts'>;

export const parseParty = (rail: Rail, typed: Paid, own: OwnDestinations): Party =>
  isNetwork(rail) ? parseSender(rail, typed, own) : (parsePayer(typed) ?? refuse('desk.payer_missing', {}));

/** True for our current and former accounts and wallets. */
export function isOurs({ account, address }: Party, own: OwnDestinations): boolean {
  if (address !== null) return getCompanyAddresses(own).wallets.has(address);
  const digits = (number: string | null) => (number ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return own.everOurs.accounts.some((each) =>
    Object.values(each).some(({ number }) => digits(number) === digits(account)),
  );
}

/** Parses the sending wallet. Callers refuse our own wallets with their own message. */
function parseSender(network: Network, typed: SenderTyped, own: OwnDestinations): Party {
  const check = checkAddress(network, typed.senderAddress, getCompanyAddresses(own));
  if (!check.ok && check.address !== undefined) return { ...noParty, address: check.address };
  if (!check.ok) return refuse('desk.sender_unsound', { network: networks[network].name });
  const tag = mergeTags(check.tag, typed.senderTag);
  if (!tag.ok) return refuse('desk.sender_unsound', { network: networks[network].name });
  return { ...noParty, address: check.address, tag: tag.tag?.toString() ?? null };
}
