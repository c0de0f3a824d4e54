import type { Currency } from '../../kernel/money.ts';
import type { Settings } from '../settings/schema.ts';
import type { CardDue, CardKind } from './due.ts';

/** Whom cards are paid through, as the settings name them. PowerTranz would be one more: see the README. */
export type CardProvider = Exclude<Settings['cards']['provider'], 'none'>;

/** Providers that tell nothing by themselves: the browser brings their word back, or nobody does. */
export const silent: readonly CardProvider[] = ['wipay'];

/**
 * Whether a provider's word is proof of the currency in which it charged. Nothing of WiPay's covers it, and anybody can
 * ask for a page of our account there. What it tells of J$ is believed: its pages take nothing that is worth less.
 */
export const vouchesFor = (provider: CardProvider, currency: Currency): boolean =>
  provider !== 'wipay' || currency === 'JMD';

/** One way to a provider's page. */
export type ToPay = {
  readonly due: CardDue;
  readonly reference: string;
  readonly now: Date;
  /** Until when the page may be paid on. */
  readonly closesAt: Date;
  readonly origin: string;
};

/** A company that charges cards on a hosted page of its own (decision C1). */
export type CardGateway = {
  readonly name: CardProvider;
  /** What it calls what is due by, which it tells us again. */
  readonly referenceFor: (due: CardDue) => string;
  /** How long its page can be come back to, ms. */
  readonly pageLasts: number;
  /** The address of its page; throws {@link CardProviderDown} and nothing else. */
  readonly page: (asked: ToPay) => Promise<string>;
};

/** No usable answer. Carries no cause, so that no key or customer can reach a log. */
export class CardProviderDown extends Error {}

/** Whether cards are open for it by the settings, whoever is to charge them. */
export const isSwitchedOn = ({ cards }: Pick<Settings, 'cards'>, kind: CardKind): boolean =>
  (kind === 'order' ? cards.forCrypto : cards.forEverythingElse) === 'open';

/**
 * Where the provider's page leads back to, success_url and cancel_url, adding its own reference [001 §7 Card payment
 * pages, decision B9]: those pages show what the server knows and move nothing (A3).
 */
export const backTo = (origin: string, to: 'success' | 'cancel', query: Readonly<Record<string, string>>): string =>
  `${origin}/payment-${to}?${new URLSearchParams(query)}`;
