import type { Config } from '../../platform/config.ts';
import type { Settings } from '../settings/schema.ts';
import type { CardKind } from './due.ts';
import { fygaroGateway } from './fygaro-gateway.ts';
import { type CardGateway, isSwitchedOn } from './provider.ts';
import { sandboxGateway } from './sandbox-gateway.ts';
import { wipayGateway } from './wipay-gateway.ts';

/** How each provider is reached, as far as this process knows it. Production knows no sandbox, whatever is set. */
const gateways: Readonly<Record<Settings['cards']['provider'], (config: Config) => CardGateway | null>> = {
  none: () => null,
  sandbox: (config) => (config.mode === 'production' ? null : sandboxGateway(config)),
  wipay: ({ cards: { wipay }, authSecret }) => (wipay ? wipayGateway({ ...wipay, authSecret }) : null),
  fygaro: ({ cards: { fygaro } }) => (fygaro ? fygaroGateway(fygaro) : null),
};

/** Through whom cards are paid now; null where they are not. */
export const gatewayInForce = (config: Config, { cards }: Pick<Settings, 'cards'>): CardGateway | null =>
  gateways[cards.provider](config);

/** Whether something can be paid by card now: switched on, and through somebody. */
export const takesCards = (config: Config, settings: Pick<Settings, 'cards'>, kind: CardKind): boolean =>
  isSwitchedOn(settings, kind) && gatewayInForce(config, settings) !== null;
