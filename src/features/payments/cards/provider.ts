import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Currency } from '../../../kernel/money.ts';
import { type Config, ConfigurationError } from '../../../platform/config/config.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Settings } from '../../settings/schema.ts';
import type { EventCheck, IncomingWebhook } from './event.ts';
import type { CardDue, CardKind } from './payable.ts';

export type PageRequest = {
  readonly due: CardDue;
  readonly reference: string;
  readonly now: Date;
  readonly closesAt: Date;
  readonly origin: string;
};

/** A company with a hosted card page (decision C1). */
export type CardGateway = {
  readonly referenceFor: (due: CardDue) => string;
  readonly pageLifetimeMs: number;
  /** Returns the URL of a new page. Throws {@link CardProviderDown} only. */
  readonly page: (request: PageRequest) => Promise<string>;
};

export type WebhookSource = {
  /** Header with the signature, in the form `t=<unix seconds>,v1=<hex>`. Requests without one get a 403. */
  readonly header: string;
  /** Without secrets, requests get a 404. */
  readonly secrets: (config: Config) => readonly string[];
  readonly read: (arrived: IncomingWebhook, secrets: readonly string[]) => EventCheck;
};

/** One company, in one file of `providers/`, with its line in `providers/registry.ts`. */
export type CardProvider = {
  /** Name on the system page. Null hides it there. */
  readonly title: string | null;
  /** Null without complete settings in the environment. Throws {@link ConfigurationError} for invalid ones. */
  readonly gateway: (config: Config) => CardGateway | null;
  /** Null if the customer's browser delivers the result, to a route of `mount`. */
  readonly webhook: WebhookSource | null;
  /** Without webhooks, finance records charges from the provider's list: true if the number fits our reference. */
  readonly isChargeNumber: ((config: Config, transactionId: string, reference: string) => boolean) | null;
  /** False if an event does not prove the currency, so that staff must compare it with the provider's list. */
  readonly provesCurrency: (currency: Currency) => boolean;
  /** Routes of its own. */
  readonly mount?: (app: FastifyInstance, services: Services) => void;
};

/** Parses the provider's variables of the environment. Throws {@link ConfigurationError} for invalid ones. */
export function readVariables<Shape extends z.ZodType>({ otherVariables }: Config, shape: Shape): z.output<Shape> {
  const read = shape.safeParse(otherVariables);
  if (read.success) return read.data;
  throw new ConfigurationError(`These settings are invalid:\n${z.prettifyError(read.error)}`);
}

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
