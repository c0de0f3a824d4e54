import type { AssetSymbol } from '../assets/assets.ts';
import { allRoutes, type Network } from '../assets/networks.ts';
import type { Settings } from './schema.ts';

type Pause = Settings['asset_switches']['paused'][number];
type PauseSettings = Pick<Settings, 'asset_switches' | 'company_wallets'>;

/** The pauses by staff (decision D1), and every route on a network without a wallet of ours. */
export const listPauses = ({ asset_switches, company_wallets }: PauseSettings): Pause[] => [
  ...asset_switches.paused,
  ...allRoutes
    .filter(({ network }) => company_wallets[network].address === '')
    .flatMap((route) => (['buy', 'sell'] as const).map((side) => ({ side, ...route }))),
];

type Route = { readonly side: Pause['side']; readonly symbol: AssetSymbol; readonly network: Network };

/** True when this coin is paused on all networks or on this network. */
export const isPaused = (settings: PauseSettings, { side, symbol, network }: Route): boolean =>
  listPauses(settings).some(
    (pause) => pause.side === side && pause.symbol === symbol && (pause.network === null || pause.network === network),
  );
