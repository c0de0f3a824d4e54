import { parseCoins } from '../../../../kernel/coins.ts';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { type Currency, parseMoney } from '../../../../kernel/money.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { type AssetSymbol, assets } from '../../../assets/assets.ts';
import { roundedDown } from '../../customer-messages.ts';

export function formatCountedMoney(text: string, currency: Currency): string | undefined {
  const amount = parseMoney(text, currency, 'down');
  if (!amount || parseMoney(text, currency)) return undefined;
  return formatMessage(roundedDown.money, { amount: formatMoney(amount) });
}

export function formatCountedCoins(text: string, symbol: AssetSymbol | ''): string | undefined {
  if (symbol === '') return undefined;
  const asset = { symbol, decimals: assets[symbol].decimals };
  const amount = parseCoins(text, asset, 'down');
  if (!amount || parseCoins(text, asset)) return undefined;
  const places = String(asset.decimals);
  return formatMessage(roundedDown.coins, { amount: formatWithUnit(formatCoins(amount), symbol), symbol, places });
}
