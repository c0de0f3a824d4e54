import { z } from 'zod';
import { type Currency, currencies, type Money, money } from '../../../kernel/money.ts';
import { sanitizeSingleLine } from '../../../kernel/sanitize-text.ts';

/** Verified event of a card provider. Card money is recorded only from these events (decision A3). */
export type CardEvent = {
  /** Name in `providers/registry.ts`. */
  readonly provider: string;
  /** Number of this event. A second event with the same number is ignored. */
  readonly eventId: string;
  readonly outcome: 'approved' | 'declined' | 'charged_back';
  /** Number of the charge. A chargeback has the number of its charge, not its own. */
  readonly transactionId: string;
  readonly reference: string;
  readonly amount: Money;
  readonly nameOnCard: string | null;
  readonly card: string | null;
  /** The arrival time if the provider sends none. A charge after the deadline is refunded. */
  readonly happenedAt: Date;
};

/** An event as its provider reads it. The webhook route adds the name of the provider. */
export type ReportedEvent = Omit<CardEvent, 'provider'>;

/** `forged`: wrong signature or time. `unreadable`: signed, but in an unknown shape. */
export type EventCheck =
  | { readonly ok: true; readonly event: ReportedEvent }
  | { readonly ok: false; readonly fault: 'forged' | 'unreadable' };

export type IncomingWebhook = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly now: Date;
};

export const getHeader = ({ headers }: Pick<IncomingWebhook, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Parses `100`, `100.5` and `100.00`. Returns null for anything else. */
export function parseCardAmount(amount: string, currency: string): Money | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!found || !(currencies as readonly string[]).includes(currency)) return null;
  const minor = BigInt(found[1] ?? '0') * 100n + BigInt((found[2] ?? '').padEnd(2, '0'));
  return minor > 0n ? money(currency as Currency, minor) : null;
}

/** Optional text. Invalid text becomes null, so that the charge is still recorded. */
export const optionalText = (maxLength: number) =>
  z
    .string()
    .transform((text) => sanitizeSingleLine(text, maxLength))
    .nullish()
    .catch(null);

const stripControls = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, '') : value;

/** Parses JSON and strips control characters from its strings. Returns undefined for invalid JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'), stripControls);
  } catch {
    return undefined;
  }
}
