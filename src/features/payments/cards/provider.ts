import type { Currency } from '../../../kernel/money.ts';
import type { Settings } from '../../settings/schema.ts';
import type { CardDue, CardKind } from './payable.ts';

export type CardProvider = Exclude<Settings['cards']['provider'], 'none'>;

/** Providers without webhooks. The customer's browser delivers their result. */
export const silentProviders: readonly CardProvider[] = ['wipay'];

/** WiPay does not sign the currency. J$ is safe, because its pages accept no currency worth less. */
export const provesCurrency = (provider: CardProvider, currency: Currency): boolean =>
  provider !== 'wipay' || currency === 'JMD';

export type PageRequest = {
  readonly due: CardDue;
  readonly reference: string;
  readonly now: Date;
  readonly closesAt: Date;
  readonly origin: string;
};

/** A company with a hosted card page (decision C1). */
export type CardGateway = {
  readonly name: CardProvider;
  readonly referenceFor: (due: CardDue) => string;
  readonly pageLifetimeMs: number;
  /** Returns the URL of a new page. Throws {@link CardProviderDown} only. */
  readonly page: (request: PageRequest) => Promise<string>;
};

/** Carries no cause, so that no key or personal data is logged. */
export class CardProviderDown extends Error {}

export const isSwitchedOn = ({ cards }: Pick<Settings, 'cards'>, kind: CardKind): boolean =>
  (kind === 'order' ? cards.forCrypto : cards.forEverythingElse) === 'open';

/** Builds success_url or cancel_url. Visiting them changes nothing (A3) [001 §7 Card payment pages, decision B9]. */
export const getReturnUrl = (
  origin: string,
  to: 'success' | 'cancel',
  query: Readonly<Record<string, string>>,
): string => `${origin}/payment-${to}?${new URLSearchParams(query)}`;
