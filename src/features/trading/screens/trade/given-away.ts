import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { type AssetSymbol, assets } from '../../../coins/assets.ts';

/**
 * Whether a token of ours has no price now, so that it is given away and not sold (decision B11): then no line of the
 * price list is its own. While the list is not here nobody is told so; whoever asks for a price hears it of the server.
 */
export const isGivenAway = (symbol: AssetSymbol | '', prices: readonly { symbol: string }[] | undefined): boolean =>
  symbol !== '' &&
  assets[symbol].priceFrom === 'company' &&
  prices !== undefined &&
  !prices.some((line) => line.symbol === symbol);

/** The same of the prices of now. */
export function useGivenAway(symbol: AssetSymbol | ''): boolean {
  const { data } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  return isGivenAway(symbol, data);
}
