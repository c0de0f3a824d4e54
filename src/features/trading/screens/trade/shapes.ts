import type { call } from '../../../../ui/client.ts';

/** What the server answers, named once for all parts of this screen. */
type AnswerOf<Command extends (...input: never[]) => unknown> = Awaited<ReturnType<Command>>;

export type BuyQuote = AnswerOf<typeof call.trading.quoteBuy>;
export type SellQuote = AnswerOf<typeof call.trading.quoteSell>;
export type Offer = BuyQuote | SellQuote;
export type Limits = AnswerOf<typeof call.trading.limits>;
export type Paused = Limits['paused'];
export type OrderLine = AnswerOf<typeof call.trading.list>['orders'][number];
export type OwnOrder = AnswerOf<typeof call.trading.show>;
export type CompanyWallet = AnswerOf<typeof call.trading.sellWallet>;
