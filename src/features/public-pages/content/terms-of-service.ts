import type { Passage, Text } from './prose.ts';

/**
 * Terms of Service; that children under 13 are excluded stands here and in the Privacy Policy [000 §1, 001 §9 Other].
 * Own words, for this product and Jamaican law; versions are kept in Agreements.
 */
export const termsInShort: readonly Text[] = [
  'You are at least 18 and use the account for yourself, with your own bank account and papers.',
  'The fee is {fee} and our rates are our own: every order shows the whole cost before you agree.',
  'Crypto that was sent cannot be called back, and nothing here is covered by deposit insurance.',
  'The law has us check, and sometimes delay or refuse; a person looks again if you ask.',
];

export const termsOfService: readonly Passage[] = [
  {
    id: 'who-we-are',
    title: 'Who we are and what this is',
    body: [
      'These terms are the agreement between you and {company} ("we") on the use of this site and everything you can ' +
        'do on it: learning, buying and selling crypto, plans and workshops. You agree to them when you open an ' +
        'account.',
      'They belong together with the [Privacy Policy](/privacy) and [Risk and Indemnity](/risk-indemnity). If a ' +
        'summary on another page says something else, these three texts count. Where the law gives you a right that ' +
        'these terms seem to take away, you keep the right.',
    ],
  },
  {
    id: 'who-may-use',
    title: 'Who may use it',
    body: [
      'You must be **at least 18 years old** to open an account. **Children under 13 are excluded** from every part ' +
        'of the service, and we delete what we learn to be theirs.',
      'One person, one account. You open it for yourself, with your true details, and do not let anybody else use ' +
        'it. You may not use it where the law of the place you are in forbids it, or if you are on a sanctions ' +
        'list that binds us.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    body: [
      'Keep your password and your second factor to yourself. We never ask for them, nor for a code or a seed ' +
        'phrase. Tell us at once when somebody else may have got in; you can end all sessions and lock the account ' +
        'yourself.',
      'Tell us when your name, address, occupation or public office changes. You may close your account at any time; ' +
        'orders under way are finished first, and some records stay as the [Privacy Policy](/privacy#how-long) says.',
    ],
  },
  {
    id: 'knowing-you',
    title: 'Knowing who you are',
    body: [
      'The Proceeds of Crime Act and the rules under it want us to identify customers, to keep records and to look ' +
        'at orders. There are tiers, each with its limit:',
      {
        points: [
          'No approved tier: {capNone} a month.',
          'Tier 1 approved: {capTier1} a month.',
          'Tier 2 approved: {capTier2}.',
          'A single order of {gate} or more: Enhanced KYC and the source of your funds, whatever the tier.',
        ],
      },
      'A month is the UTC calendar month. Limits count at {buyRate} for US$1. A review typically takes 12-24 hours. ' +
        'We may check again later, and we may ask for more than the tier says where the law wants it.',
    ],
  },
  {
    id: 'orders',
    title: 'Orders',
    body: [
      'A quote is an offer for a short time that the screen shows. With your order you accept it, and the agreement ' +
        'stands when we confirm the order with its reference. No order is made on prices older than 20 minutes.',
      'You pay by bank transfer or card, with the reference, from an account or card **in your own name**. A proof ' +
        'of payment that you send us is a claim, not the payment: what counts is that the money has arrived. **We ' +
        'take no cash**, and nobody may pay cash in for you.',
      'An order that was not paid in time lapses, and nothing is taken. A payment that comes later is found, ' +
        'attached to the order and then either carried out at the price of the day if you agree, or returned.',
      'When you sell, you first see which address takes your coins and on which network. Send exactly that coin on ' +
        'exactly that network, with the tag where there is one.',
    ],
  },
  {
    id: 'cost',
    title: 'What it costs',
    body: [
      'The fee is a flat {fee} of the J$ amount, on buying and on selling. You buy at {buyRate} for US$1 and sell at ' +
        '{sellRate}. These are our own rates; the distance to the market rate is a cost as well.',
      '{example} Every order shows **the cost all in** before you agree to it: the fee, our rate, the market rate ' +
        'where it is known, and what is left. Your bank, your card company and the network may take charges of ' +
        'their own.',
      'Plans cost JMD {basic}, JMD {personal} or JMD {professional} a month, a workshop JMD {workshop} for each ' +
        'attendee. A plan runs for the month that you paid for and does not renew itself.',
      'Rates, fees and prices may change. A change never touches an order that was already confirmed.',
    ],
  },
  {
    id: 'times',
    title: 'How long it takes',
    body: [
      {
        points: [
          'Review of a payment: 12-48 hours. Buying: 24 hours after your payment is confirmed.',
          'Payout after selling: 1-3 business days after your crypto has arrived.',
          'Requests made at the weekend are processed on Monday; public holidays in Jamaica are no business days.',
        ],
      },
      'These are the times we work by. Checks that the law wants, a bank or a network can make them longer. We then ' +
        'say so on the order, with a new date where we know one.',
    ],
  },
  {
    id: 'irreversible',
    title: 'What cannot be undone',
    body: [
      '**A transfer of crypto cannot be called back**: not by you, not by us, not by a court in time. You answer for ' +
        'the address, the network and the tag that you give us. We check what can be checked by machine, which is ' +
        'not whether the address is yours.',
      'Once we have sent the crypto, or paid out the money, the order is fulfilled. There is then no right to change ' +
        'your mind, since the price moves from minute to minute.',
    ],
  },
  {
    id: 'checks',
    title: 'Checks, delays and refusals',
    body: [
      'The law has us check customers, addresses and orders, and sometimes report to an authority. We may decline, ' +
        'delay or return an order, or limit an account, where the law, a court, an authority or a risk to you or ' +
        'others calls for it. **The law may forbid us to say why.**',
      'A machine may stop an order; whether anything follows for you is decided by a person. You may ask for that ' +
        'person to look again, and send what speaks for you. Money or coins of an order that is not carried out go ' +
        'back to where they came from, unless the law keeps us from it.',
    ],
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    body: [
      {
        points: [
          'Money or coins from crime, on behalf of somebody unnamed, or from another person.',
          'Splitting orders to stay under a limit.',
          'False papers or proofs, or papers of somebody else.',
          'Paying us in return for a promise that somebody made you: if you are told to, stop and [ask ' +
            'us](/contact-check).',
          'Breaking into, overloading or reading out the service by machine.',
        ],
      },
    ],
  },
  {
    id: 'tokens',
    title: 'Lignum and Mahoni',
    body: [
      'Lignum is an educational token without monetary value. Mahoni is a utility token whose price we set; we sell ' +
        'it and hold it. Neither is a share, a deposit or a claim on us. Figures and dates on [the tokens ' +
        'page](/coins) are plans, not promises. Staking rewards are counted in Mahoni and depend on the staking ' +
        'pool lasting.',
    ],
  },
  {
    id: 'learning',
    title: 'Courses, workshops and what is not advice',
    body: [
      'What we teach is general. It is no financial, tax or legal advice, and nobody who works for us may advise you ' +
        'to buy or sell. The material is for your own learning; do not publish or resell it.',
      'If we cancel a workshop you get your money back or another date, as you choose. If you cannot come, tell us ' +
        'before it begins and we move your place once.',
    ],
  },
  {
    id: 'supervision',
    title: 'Supervision and insurance',
    body: [
      'Crypto is **not legal tender** in Jamaica. What you hold or have on order with us is **not a bank deposit and ' +
        'not covered by deposit insurance** or any other compensation scheme.',
      'A law on virtual asset services has been proposed in Jamaica. When it comes into force we apply for the ' +
        'licences it asks for, or stop the services that need one, and tell you in time.',
    ],
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: [
      'We answer without limit for harm done on purpose or by gross negligence, for death or injury, and for ' +
        'anything for which the law lets nobody limit liability.',
      'Otherwise we answer for what we could foresee, at most up to the J$ amount of the order concerned. We do not ' +
        'answer for prices, for networks, for wallets that are not ours, or for what happens because somebody had ' +
        'your password or seed phrase, unless we caused it. More is in [Risk and Indemnity](/risk-indemnity).',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: [
      'A new version says what changed. You are asked to agree at your next sign-in; if you do not, you may sign out ' +
        'and close your account, and what you ordered under the old version is finished under the old version.',
    ],
  },
  {
    id: 'complaints',
    title: 'Complaints, law and courts',
    body: [
      'Write to [{email}](mailto:{email}) with the order reference. We answer that we have it within two business ' +
        'days, and with a decision and its reasons within fifteen. If you are not content, another person than the ' +
        'first looks again.',
      'The law of Jamaica applies, and its courts decide. Rights of a consumer, such as those under the Consumer ' +
        'Protection Act, stay as they are.',
      'If one sentence here turns out not to hold, the others still do.',
    ],
  },
];
