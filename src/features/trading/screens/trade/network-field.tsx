import type { HeldField } from '../../../../ui/fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { AssetSymbol } from '../../../coins/assets.ts';
import { assetNetworks, type Network, networks } from '../../../coins/networks.ts';
import type { Side } from '../../order/order.ts';
import type { Paused } from './shapes.ts';

type NetworkFieldProps = HeldField & {
  side: Side;
  symbol: AssetSymbol | '';
  network: Network | '';
  paused: Paused;
};

type Route = { side: Side; symbol: AssetSymbol; network: Network };

const isPaused = (paused: Paused, { side, symbol, network }: Route): boolean =>
  paused.some(
    (line) => line.side === side && line.symbol === symbol && (line.network === null || line.network === network),
  );

/** The network select of one asset, and the list of hints on the chosen network [001 §2 Buy Cryptocurrency card]. */
export function NetworkField({ side, symbol, network, paused, ...field }: NetworkFieldProps) {
  const options = (symbol === '' ? [] : assetNetworks[symbol]).map((option) => {
    const stopped = symbol !== '' && isPaused(paused, { side, symbol, network: option.network });
    return { value: option.network, name: stopped ? `${option.label}, paused` : option.label, disabled: stopped };
  });
  return (
    <div>
      <SelectField
        {...field}
        label="Network"
        empty={symbol === '' ? 'Choose a crypto first' : 'Choose'}
        options={options}
        hint={side === 'buy' ? 'Choose the network your wallet shows next to its address.' : undefined}
      />
      {network && (
        <ul className="hints" aria-label={`About ${networks[network].name}`}>
          {networks[network].hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
