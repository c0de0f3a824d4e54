import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { AssetSymbol } from '../../../assets/assets.ts';
import { assetNetworks, type Network, networks } from '../../../assets/networks.ts';
import type { Side } from '../../order/order.ts';
import type { Limits, Paused } from './shapes.ts';

type NetworkFieldProps = FormField & {
  side: Side;
  symbol: AssetSymbol | '';
  network: Network | '';
  paused: Paused;
};

type Route = { side: Side; symbol: AssetSymbol; network: Network };

const isPaused = (paused: Paused, { side, symbol, network }: Route): boolean =>
  paused.some(
    (pause) => pause.side === side && pause.symbol === symbol && (pause.network === null || pause.network === network),
  );

/** Returns the cheapest network that is not paused. Null for a coin without network fees. */
export function preselected({ networkCost, paused }: Pick<Limits, 'networkCost' | 'paused'>, symbol: AssetSymbol) {
  const all = assetNetworks[symbol].map(({ network }) => network);
  if (all.every((network) => networkCost[network] === 0)) return null;
  const open = all.filter((network) => !isPaused(paused, { side: 'buy', symbol, network }));
  return open.toSorted((a, b) => networkCost[a] - networkCost[b])[0] ?? null;
}

/** [001 §2 Buy Cryptocurrency card] */
export function NetworkField({ side, symbol, network, paused, ...field }: NetworkFieldProps) {
  const options = (symbol === '' ? [] : assetNetworks[symbol]).map((option) => {
    const isOptionPaused = symbol !== '' && isPaused(paused, { side, symbol, network: option.network });
    return {
      value: option.network,
      name: isOptionPaused ? `${option.label}, paused` : option.label,
      disabled: isOptionPaused,
    };
  });
  return (
    <div>
      <SelectField
        {...field}
        label="Network"
        emptyLabel={symbol === '' ? 'Choose a crypto first' : 'Choose'}
        options={options}
        hint={side === 'buy' ? 'Your wallet shows the network next to the address.' : undefined}
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
