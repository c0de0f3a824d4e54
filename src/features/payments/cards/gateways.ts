import type { Config } from '../../../platform/config/config.ts';
import type { Settings } from '../../settings/schema.ts';
import { fygaroGateway } from './fygaro-gateway.ts';
import type { CardKind } from './payable.ts';
import { type CardGateway, isSwitchedOn } from './provider.ts';
import { sandboxGateway } from './sandbox-gateway.ts';
import { wipayGateway } from './wipay-gateway.ts';

/** A provider without configuration has no gateway. Neither has the sandbox in production. */
const gateways: Readonly<Record<Settings['cards']['provider'], (config: Config) => CardGateway | null>> = {
  none: () => null,
  sandbox: (config) => (config.mode === 'production' ? null : sandboxGateway(config)),
  wipay: ({ cards: { wipay }, authSecret }) => (wipay ? wipayGateway({ ...wipay, authSecret }) : null),
  fygaro: ({ cards: { fygaro } }) => (fygaro ? fygaroGateway(fygaro) : null),
};

export const getActiveGateway = (config: Config, { cards }: Pick<Settings, 'cards'>): CardGateway | null =>
  gateways[cards.provider](config);

export const areCardsAccepted = (config: Config, settings: Pick<Settings, 'cards'>, kind: CardKind): boolean =>
  isSwitchedOn(settings, kind) && getActiveGateway(config, settings) !== null;
