import type { Passage } from './prose.ts';

export const aboutLead =
  'We are a Jamaican platform on which people learn about crypto, and buy and sell it, with prices in Jamaican ' +
  'dollars.';

/** The text of /about: 80% of profits are reinvested until at least 10 BTC [001 §9 Other]. */
export const about: readonly Passage[] = [
  {
    id: 'what-we-do',
    title: 'What we do',
    body: [
      'You can buy crypto with Jamaican or US dollars by bank transfer or card, and receive it at a wallet address ' +
        'that you type in. You can sell crypto and be paid in Jamaican dollars to your bank account. No wallet has ' +
        'to be connected: your keys stay yours.',
      'And you can learn first: [Level 1](/curriculum) begins with what money is, workshops are held with a teacher, ' +
        'and with [Lignum](/coins#lignum) you practise without risking a dollar.',
    ],
  },
  {
    id: 'what-it-costs',
    title: 'What it costs, said plainly',
    body: [
      'One fee of {fee} on buying and selling, taken from the J$ amount. You buy at {buyRate} for US$1 and sell at ' +
        '{sellRate}. The distance between our rate and the market rate is a cost too, and every order shows the two ' +
        'together before you pay. {example} What the network of a coin charges comes on top.',
    ],
  },
  {
    id: 'reinvestment',
    title: 'Where the profit goes',
    body: [
      '**80% of profits are reinvested until at least 10 BTC** are held.',
      'This is how we run the company. It is no promise of a return to anybody, and buying crypto from us gives no ' +
        'share in it.',
    ],
  },
  {
    id: 'how-we-work',
    title: 'How we work',
    body: [
      {
        points: [
          '**Two people for every payout.** Whoever prepares a payout cannot approve it. The same holds for every ' +
            'change of a rate, a fee, a bank account or a receiving wallet.',
          '**The order comes before the money.** You see price, fee, limit and time before you pay, and each order ' +
            'has a reference of its own.',
          '**Dates instead of "soon".** Buys are processed within 12-48 hours, payouts arrive in 1-3 business days.',
          '**No hidden half.** Mahoni is our own token and we earn when it sells: we say so wherever it stands.',
          '**As little of your data as the law lets us keep**, and a [plain text](/privacy) about all of it.',
        ],
      },
    ],
  },
  {
    id: 'reach-us',
    title: 'Reach us',
    body: [
      'Support answers Mon-Fri 9AM-6PM, Jamaican time: [{email}](mailto:{email}) or [{phone}](tel:{tel}). Somebody ' +
        'wrote in our name? [Check it first](/contact-check).',
    ],
  },
];
