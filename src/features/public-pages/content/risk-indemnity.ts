import type { Passage, Text } from './prose.ts';

/** Risk and Indemnity. Own words; versions are kept in Agreements. */
export const riskInShort: readonly Text[] = [
  'Crypto can lose most or all of its worth. Use only money that you can do without.',
  'A transfer is irreversible. Nobody can call it back.',
  'There is no deposit insurance, and no central bank stands behind it.',
  'The fee and our rates are a cost from the first minute.',
];

export const riskIndemnity: readonly Passage[] = [
  {
    id: 'before-you-buy',
    title: 'Before you buy',
    body: [
      'Crypto can lose most of its worth within days, and some coins lose all of it. Use only money that you can do ' +
        'without. Do not borrow for it. If somebody presses you to be quick, stop: [check who it is](/contact-check).',
      'By opening an account you say that you have read this page, that you understand it, and that you take these ' +
        'risks yourself, as far as the law lets anybody take them over.',
    ],
  },
  {
    id: 'price',
    title: 'The price',
    body: [
      'Prices move day and night, and can move a long way between your order and its end. What you pay is fixed by ' +
        'the quote you accepted; what it is worth afterwards is not. There may be days on which nobody buys, and ' +
        'you cannot sell.',
      'Stablecoins aim at one US dollar. They may miss it.',
    ],
  },
  {
    id: 'cost-risk',
    title: 'The cost',
    body: [
      'The fee of {fee} and the distance between our rates and the market rate are a loss from the first minute: the ' +
        'price has to rise by more than both before you have gained anything. {example} Selling again costs the fee ' +
        'once more, at {sellRate} for US$1.',
    ],
  },
  {
    id: 'no-way-back',
    title: 'No way back',
    body: [
      'A transfer of crypto is **irreversible**. A wrong address, a wrong network or a missing XRP tag can mean that ' +
        'the coins are gone. Nobody can call them back, and no bank refunds them.',
    ],
  },
  {
    id: 'no-insurance',
    title: 'No insurance, no guarantee',
    body: [
      'Crypto is **not covered by the Jamaica Deposit Insurance Corporation** or any other compensation scheme. It ' +
        'is not legal tender and no central bank stands behind it. If we, a network or another company fail, you may ' +
        'lose everything that is under way.',
    ],
  },
  {
    id: 'own-wallet',
    title: 'Your own wallet',
    body: [
      'We send to the address you type in. Whoever has its seed phrase has the coins; if it is lost, so are they. We ' +
        'cannot restore it, and we never ask for it.',
    ],
  },
  {
    id: 'technology',
    title: 'Networks and programs',
    body: [
      'Networks can stop, split, become slow or expensive, or be attacked. Programs on them can have faults. We can ' +
        'be down when you need us. Transfers take up to 1 hour as a rule, and sometimes much longer.',
    ],
  },
  {
    id: 'law-and-tax',
    title: 'Law and tax',
    body: [
      'The rules on crypto are changing, in Jamaica and elsewhere. A new law may limit or end what we offer, or what ' +
        'you may do with your coins. Gains may be taxed. Keep your receipts and ask somebody who knows.',
    ],
  },
  {
    id: 'fraud',
    title: 'Fraud',
    body: [
      'Much crypto is lost not to machines but to a voice that was believed: a helper, a lover, a doubling scheme, a ' +
        'job. We check what we can. What you send to somebody of your own will is gone.',
    ],
  },
  {
    id: 'our-tokens',
    title: 'Mahoni and Lignum',
    body: [
      '**Mahoni** is our own token. We set its price, hold a part of it and earn when it sells, so our interest is ' +
        'not yours. There may be no market for it. Staking rewards are paid in Mahoni and may end. Dates of the ' +
        'roadmap are plans.',
      '**Lignum** is for practice. It has no monetary value, now or later.',
    ],
  },
  {
    id: 'not-advice',
    title: 'Teaching is not advice',
    body: [
      'Courses, workshops, coaching and news explain. They do not tell you what to buy. Past prices say nothing ' +
        'about the next.',
    ],
  },
  {
    id: 'indemnity',
    title: 'What you stand in for (indemnity)',
    body: [
      'If we suffer a loss, or somebody claims one from us, **because you broke the** [Terms](/terms), gave false ' +
        'details, used money or an account that was not yours, or broke a law, you make it good, including ' +
        'reasonable costs of defending ourselves.',
      'This does not hold as far as we caused the loss ourselves, and it never asks more of you than the law allows. ' +
        'We tell you about such a claim as soon as we may, and do not settle it at your cost without hearing you.',
    ],
  },
  {
    id: 'what-stays',
    title: 'What this page does not take from you',
    body: [
      'It does not free us from what we do on purpose or by gross negligence, nor from duties that the law lays on ' +
        'us towards consumers, or towards you and your data.',
    ],
  },
];
