import { z } from 'zod';
import { type Currency, currencies, type Money, money } from '../../kernel/money.ts';
import { plainLine } from '../../kernel/plain-line.ts';
import type { CardProvider } from './provider.ts';

/** What a provider told us, after its signature was found right: nothing else of a card moves money (decision A3). */
export type CardEvent = {
  readonly provider: CardProvider;
  /** Counts once, however often it is told. */
  readonly eventId: string;
  readonly outcome: 'approved' | 'declined' | 'charged_back';
  /** The provider's own number of the charge. */
  readonly transactionId: string;
  /** By what we asked for it. */
  readonly reference: string;
  readonly amount: Money;
  readonly nameOnCard: string | null;
  /** What the provider shows of its number. */
  readonly card: string | null;
  readonly happenedAt: Date;
};

/** `forged`: not theirs, or not now; `unreadable`: theirs, but not in the shape that we know. */
export type EventCheck =
  | { readonly ok: true; readonly event: CardEvent }
  | { readonly ok: false; readonly fault: 'forged' | 'unreadable' };

/** What came over the line: bytes as they came, of which nothing was read yet. */
export type ArrivedHook = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly now: Date;
};

export const headerOf = ({ headers }: Pick<ArrivedHook, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Whole amounts as providers write them, `100`, `100.5` or `100.00`; null for anything else. */
export function readCardAmount(amount: string, currency: string): Money | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!found || !(currencies as readonly string[]).includes(currency)) return null;
  const minor = BigInt(found[1] ?? '0') * 100n + BigInt((found[2] ?? '').padEnd(2, '0'));
  return minor > 0n ? money(currency as Currency, minor) : null;
}

/** Beside the money: what does not fit is not believed, and keeps no charge from being seen. */
export const beside = (longest: number) =>
  z
    .string()
    .transform((text) => plainLine(text, longest))
    .nullish()
    .catch(null);

const withoutControls = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, '') : value;

/** The body as JSON, its texts without signs that control; undefined where it is none. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'), withoutControls);
  } catch {
    return undefined;
  }
}
