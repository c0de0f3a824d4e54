import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { type AssetSymbol, assets } from '../../../assets/assets.ts';

/** True for a company token without a price (decision B11). False until the prices load. */
export const isFreeToken = (symbol: AssetSymbol | '', prices: readonly { symbol: string }[] | undefined): boolean =>
  symbol !== '' &&
  assets[symbol].priceFrom === 'company' &&
  prices !== undefined &&
  !prices.some((line) => line.symbol === symbol);

export function useIsFreeToken(symbol: AssetSymbol | ''): boolean {
  const { data } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  return isFreeToken(symbol, data);
}
