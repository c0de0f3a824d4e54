import { parseCoins } from '../../../../kernel/coins.ts';
import { type Currency, parseMoney } from '../../../../kernel/money.ts';
import { worded } from '../../../../kernel/worded.ts';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { type AssetSymbol, assets } from '../../../coins/assets.ts';
import { roundedDown } from '../../own-messages.ts';

/** Which amount counts where more was typed than can be paid; undefined where what was typed does. */
export function moneyCounted(typed: string, currency: Currency): string | undefined {
  const counted = parseMoney(typed, currency, 'down');
  if (!counted || parseMoney(typed, currency)) return undefined;
  return worded(roundedDown.money, { amount: moneyWords(counted) });
}

/** The same of coins, as a wallet shows a balance with 18 places. */
export function coinsCounted(typed: string, symbol: AssetSymbol | ''): string | undefined {
  if (symbol === '') return undefined;
  const like = { symbol, decimals: assets[symbol].decimals };
  const counted = parseCoins(typed, like, 'down');
  if (!counted || parseCoins(typed, like)) return undefined;
  const places = String(like.decimals);
  return worded(roundedDown.coins, { amount: withUnit(coinsWords(counted), symbol), symbol, places });
}
