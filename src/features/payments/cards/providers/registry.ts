import type { Config } from '../../../../platform/config/config.ts';
import type { Settings } from '../../../settings/schema.ts';
import type { CardKind } from '../payable.ts';
import { type CardGateway, type CardProvider, isSwitchedOn } from '../provider.ts';
import { fygaro } from './fygaro.ts';
import { sandbox } from './sandbox.ts';
import { wipay } from './wipay.ts';

/** Card providers by their name in the setting `cards`, in `card_sessions`, and in the URL of their webhook. */
export const cardProviders: Readonly<Record<string, CardProvider>> = { wipay, fygaro, sandbox };

export const findProvider = (name: string): CardProvider | null =>
  Object.hasOwn(cardProviders, name) ? (cardProviders[name] ?? null) : null;

/** Names of the providers without webhooks. The customer's browser delivers their result. */
export const silentProviders = Object.keys(cardProviders).filter((name) => cardProviders[name]?.webhook === null);

type CardSettings = Pick<Settings, 'cards'>;

/** Null without a provider, and for one that is not configured. */
export function getActiveGateway(config: Config, { cards }: CardSettings): (CardGateway & { name: string }) | null {
  const gateway = findProvider(cards.provider)?.gateway(config);
  return gateway ? { ...gateway, name: cards.provider } : null;
}

export const areCardsAccepted = (config: Config, settings: CardSettings, kind: CardKind): boolean =>
  isSwitchedOn(settings, kind) && getActiveGateway(config, settings) !== null;

/** Checks the settings of every provider at startup. Throws {@link ConfigurationError}. */
export function checkCardProviders(config: Config): void {
  for (const provider of Object.values(cardProviders)) provider.gateway(config);
}

/** Rejects an unknown provider in the setting `cards`. Returns an error text or null. */
export function findCardsFault({ provider }: Settings['cards']): string | null {
  if (provider === 'none' || findProvider(provider)) return null;
  const [last, ...others] = Object.keys(cardProviders).reverse();
  return `Enter none, ${others.reverse().join(', ')} or ${last}`;
}
