import type { call } from '../../../../ui/client.ts';

type ResultOf<Command extends (...input: never[]) => unknown> = Awaited<ReturnType<Command>>;

export type BuyQuote = ResultOf<typeof call.trading.quoteBuy>;
export type SellQuote = ResultOf<typeof call.trading.quoteSell>;
export type Offer = BuyQuote | SellQuote;
export type Limits = ResultOf<typeof call.trading.limits>;
export type Paused = Limits['paused'];
export type ListedOrder = ResultOf<typeof call.trading.list>['orders'][number];
export type ShownOrder = ResultOf<typeof call.trading.show>;
export type Payees = ResultOf<typeof call.trading.payees>;
export type CompanyWallet = ResultOf<typeof call.trading.sellWallet>;
