// Written by `node tools/run.mjs documents` out of the contract. Change the contract, not this file.
import { ask, type Settings } from './request.ts';

/** Every code with which something may be refused. */
export type RefusalCode =
  | 'accounts.confirm_needed'
  | 'general.busy'
  | 'general.fault'
  | 'general.invalid_input'
  | 'general.key_reused'
  | 'general.overloaded'
  | 'general.unavailable'
  | 'partner.agreement_due'
  | 'partner.key_unknown'
  | 'partner.scope_missing'
  | 'trading.address_burn_address'
  | 'trading.address_checksum'
  | 'trading.address_empty'
  | 'trading.address_excluded'
  | 'trading.address_malformed'
  | 'trading.address_other_network'
  | 'trading.address_test_network'
  | 'trading.address_token_account'
  | 'trading.address_token_contract'
  | 'trading.buys_nothing'
  | 'trading.enhanced_kyc_required'
  | 'trading.funds_missing'
  | 'trading.lesson_first'
  | 'trading.lignum_is_free'
  | 'trading.monthly_limit_no_tier'
  | 'trading.monthly_limit_reached'
  | 'trading.network_unfit'
  | 'trading.not_possible'
  | 'trading.order_not_found'
  | 'trading.paused'
  | 'trading.prices_unavailable'
  | 'trading.quote_lapsed'
  | 'trading.same_order_just_placed'
  | 'trading.tag_conflict'
  | 'trading.tag_malformed'
  | 'trading.tag_too_large'
  | 'trading.too_large'
  | 'trading.too_many_open'
  | 'trading.too_many_today'
  | 'trading.too_many_unpaid'
  | 'trading.too_small'
  | 'trading.transaction_blocked'
  | 'trading.wallet_blocked'
  | 'trading.warning_unanswered';

export type PricesAnswer = {
  readonly prices: readonly ({
    readonly symbol: string;
    readonly name: string;
    readonly priceUsd: string;
    readonly priceJmd: string;
    readonly change24h: string | null;
    readonly volume24hUsd: string | null;
    readonly source: string;
    readonly lastUpdated: string;
    readonly demo: boolean;
    readonly stale: boolean;
    readonly offPeg: boolean;
    readonly setByCompany: boolean;
  })[];
};

export type QuoteBuyAsked = {
  readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
  readonly currency: 'JMD' | 'USD';
  readonly amount: string;
  readonly network?: 'bitcoin' | 'erc20' | 'bep20' | 'trc20' | 'solana' | 'xrp' | null;
};

export type QuoteBuyAnswer = {
  readonly quoteId: string;
  readonly side: 'buy' | 'sell';
  /** An order from this quote must be placed before. */
  readonly expiresAt: string;
  /** An order placed now keeps this price if it is paid by then. */
  readonly holdsUntil: string;
  readonly youGive: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  } | {
    readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
    /** Decimal text, exact. */
    readonly amount: string;
  };
  readonly youGet: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  } | {
    readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
    /** Decimal text, exact. */
    readonly amount: string;
  };
  /** The whole of it in J$, at the rate of this quote. */
  readonly gross: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly fee: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly networkCost: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  readonly priceUsd: string;
  readonly priceSource: string;
  readonly priceObservedAt: string;
  /** J$ for US$1. */
  readonly rate: string;
  readonly needsSourceOfFunds: boolean;
  /** Why an order from this quote would be refused now; null if nothing prevents it. */
  readonly refusal: {
    readonly code: string;
    readonly text: string;
  } | null;
  /** Made with demonstration prices: no real money or coins are involved. */
  readonly demo: boolean;
};

export type QuoteSellAsked = {
  readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
  readonly amount: string;
  readonly network?: 'bitcoin' | 'erc20' | 'bep20' | 'trc20' | 'solana' | 'xrp' | null;
};

export type QuoteSellAnswer = {
  readonly quoteId: string;
  readonly side: 'buy' | 'sell';
  /** An order from this quote must be placed before. */
  readonly expiresAt: string;
  /** An order placed now keeps this price if it is paid by then. */
  readonly holdsUntil: string;
  readonly youGive: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  } | {
    readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
    /** Decimal text, exact. */
    readonly amount: string;
  };
  readonly youGet: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  } | {
    readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
    /** Decimal text, exact. */
    readonly amount: string;
  };
  /** The whole of it in J$, at the rate of this quote. */
  readonly gross: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly fee: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly networkCost: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  readonly priceUsd: string;
  readonly priceSource: string;
  readonly priceObservedAt: string;
  /** J$ for US$1. */
  readonly rate: string;
  readonly needsSourceOfFunds: boolean;
  /** Why an order from this quote would be refused now; null if nothing prevents it. */
  readonly refusal: {
    readonly code: string;
    readonly text: string;
  } | null;
  /** Made with demonstration prices: no real money or coins are involved. */
  readonly demo: boolean;
};

export type PlaceBuyOrderAsked = {
  /** A UUID that you create for this order. The same key with the same body gets the same answer and is placed once.. */
  readonly idempotencyKey: string;
  readonly quoteId: string;
  readonly network: 'bitcoin' | 'erc20' | 'bep20' | 'trc20' | 'solana' | 'xrp';
  readonly walletAddress: string;
  readonly destinationTag?: string;
  /** From US$1,000 on: whether the wallet is your own, or at a provider. */
  readonly custody?: 'self' | 'provider' | null;
  /** From US$1,000 on: the provider, where there is one. */
  readonly custodian?: string;
  /** From US$1,000 on: the owner of the wallet, if it is not yours. */
  readonly walletOwner?: string;
  /** Confirms a second order that equals a recent one. */
  readonly another?: boolean;
};

export type PlaceBuyOrderAnswer = {
  readonly orderId: string;
  /** What to write on the transfer, and what people call the order. */
  readonly reference: string;
  /** Result of the wallet check; the order continues. */
  readonly notice: 'wallet_notice' | 'wallet_screening' | null;
};

export type OrdersAsked = {
  readonly status?: 'all' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';
  /** The `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
};

export type OrdersAnswer = {
  readonly orders: readonly ({
    readonly orderId: string;
    readonly reference: string;
    readonly side: 'buy' | 'sell';
    readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';
    readonly payIn: 'awaiting' | 'claimed' | 'received' | 'returned';
    readonly paymentMethod: 'bank_transfer' | 'card' | 'crypto';
    /** An amount of coins. */
    readonly coins: {
      readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
      /** Decimal text, exact. */
      readonly amount: string;
    };
    /** What is paid (buy) or paid out (sell). */
    readonly money: {
      readonly currency: 'JMD' | 'USD';
      /** Decimal text with two places, such as 1250.00. */
      readonly amount: string;
    };
    readonly placedAt: string;
  })[];
  /** Pass it as `before` for the next page; null on the last page. */
  readonly next: string | null;
};

export type OrderAsked = {
  readonly orderId: string;
};

export type OrderAnswer = {
  readonly orderId: string;
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly payIn: 'awaiting' | 'claimed' | 'received' | 'returned';
  readonly paymentMethod: 'bank_transfer' | 'card' | 'crypto';
  /** An amount of coins. */
  readonly coins: {
    readonly symbol: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'SOL' | 'XRP' | 'LGM' | 'MHI';
    /** Decimal text, exact. */
    readonly amount: string;
  };
  /** What is paid (buy) or paid out (sell). */
  readonly money: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  readonly placedAt: string;
  readonly network: 'bitcoin' | 'erc20' | 'bep20' | 'trc20' | 'solana' | 'xrp';
  readonly walletAddress: string | null;
  /** An amount of money. */
  readonly gross: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly fee: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly net: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  /** An amount of money. */
  readonly networkCost: {
    readonly currency: 'JMD' | 'USD';
    /** Decimal text with two places, such as 1250.00. */
    readonly amount: string;
  };
  readonly priceUsd: string;
  readonly rate: string;
  readonly nextActor: 'customer' | 'staff' | 'nobody';
  /** It is cancelled unpaid at this moment. */
  readonly lapsesAt: string | null;
  readonly priceHoldsUntil: string | null;
  readonly receivedAt: string | null;
  readonly closedAt: string | null;
  readonly lapsed: boolean;
  /** Where to pay an order that waits for its money; null where nothing is to be paid by transfer. */
  readonly payInto: {
    readonly bankName: string;
    readonly accountName: string;
    readonly accountNumber: string;
    readonly branch: string;
    /** To be transferred to the dollar. */
    readonly amount: {
      readonly currency: 'JMD' | 'USD';
      /** Decimal text with two places, such as 1250.00. */
      readonly amount: string;
    };
  } | null;
};

export type ReceiptAsked = {
  readonly orderId: string;
};

export type ReceiptAnswer = {
  readonly orderId: string;
  readonly reference: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly heading: string;
  readonly issued: string;
  readonly parties: readonly {
    readonly title: string;
    readonly lines: readonly {
      readonly label: string;
      readonly value: string;
    }[];
  }[];
  readonly parts: readonly {
    readonly title: string;
    readonly lines: readonly {
      readonly label: string;
      readonly value: string;
    }[];
  }[];
  readonly notes: readonly string[];
};

/** The body of a webhook. */
export type Webhook = {
  readonly type: 'order.status_changed';
  readonly timestamp: string;
  readonly data: {
    readonly orderId: string;
    readonly status: string;
    readonly payIn: string;
  };
} | {
  readonly type: 'receipt.ready';
  readonly timestamp: string;
  readonly data: {
    readonly orderId: string;
    readonly status: string;
    readonly payIn: string;
  };
};

/** The partner surface of Cryptocommerce. What is refused is thrown as `Refused`. */
export class Cryptocommerce {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Prices. Every coin with its price in US$ and, at our rate, in J$. */
  prices(): Promise<PricesAnswer> {
    const way = {
      method: 'GET', path: '/prices',
      inPath: [], inQuery: [],
      inHead: {},
    } as const;
    return ask(this.#settings, way, {}) as Promise<PricesAnswer>;
  }

  /** A quote to buy. Prices a purchase. The quote is good for two minutes and makes one order. */
  quoteBuy(asked: QuoteBuyAsked): Promise<QuoteBuyAnswer> {
    const way = {
      method: 'POST', path: '/quotes/buy',
      inPath: [], inQuery: [],
      inHead: {},
    } as const;
    return ask(this.#settings, way, asked) as Promise<QuoteBuyAnswer>;
  }

  /** A quote to sell. Prices a sale. Sales are placed on our site, because the seller sends coins first and uploads a proof. */
  quoteSell(asked: QuoteSellAsked): Promise<QuoteSellAnswer> {
    const way = {
      method: 'POST', path: '/quotes/sell',
      inPath: [], inQuery: [],
      inHead: {},
    } as const;
    return ask(this.#settings, way, asked) as Promise<QuoteSellAnswer>;
  }

  /** Place an order to buy. Places an order from a quote, to be paid by bank transfer. An order that needs an answer or a document is refused: place it on our site. Retry with the same key until you get an answer. It is placed once. */
  placeBuyOrder(asked: PlaceBuyOrderAsked): Promise<PlaceBuyOrderAnswer> {
    const way = {
      method: 'POST', path: '/orders',
      inPath: [], inQuery: [],
      inHead: { idempotencyKey: 'idempotency-key' },
    } as const;
    return ask(this.#settings, way, asked) as Promise<PlaceBuyOrderAnswer>;
  }

  /** Orders. Your orders, the newest first. */
  orders(asked: OrdersAsked = {}): Promise<OrdersAnswer> {
    const way = {
      method: 'GET', path: '/orders',
      inPath: [], inQuery: ['status', 'before', 'limit'],
      inHead: {},
    } as const;
    return ask(this.#settings, way, asked) as Promise<OrdersAnswer>;
  }

  /** One order. Status, next step and, while it is unpaid, the payment details of an order. */
  order(asked: OrderAsked): Promise<OrderAnswer> {
    const way = {
      method: 'GET', path: '/orders/{orderId}',
      inPath: ['orderId'], inQuery: [],
      inHead: {},
    } as const;
    return ask(this.#settings, way, asked) as Promise<OrderAnswer>;
  }

  /** The receipt of an order. The current receipt as on our site, with your name. */
  receipt(asked: ReceiptAsked): Promise<ReceiptAnswer> {
    const way = {
      method: 'GET', path: '/orders/{orderId}/receipt',
      inPath: ['orderId'], inQuery: [],
      inHead: {},
    } as const;
    return ask(this.#settings, way, asked) as Promise<ReceiptAnswer>;
  }
}
