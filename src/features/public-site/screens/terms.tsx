import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import type { Passage, Text } from '../content/prose.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

/** Must exclude children under 13, like the Privacy Policy [000 §1, 001 §9 Other]. */
const termsInShort: readonly Text[] = [
  'You are at least 18 and use the account for yourself, with your own bank account and documents.',
  'The fee is {fee} and our rates are our own: every order shows the full cost before you agree.',
  'Crypto that has been sent cannot be called back, and nothing here is covered by deposit insurance.',
  'The law requires checks, and sometimes delays or refusals; a person reviews them if you ask.',
];

const termsOfService: readonly Passage[] = [
  {
    id: 'who-we-are',
    title: 'Who we are and what this is',
    body: [
      'These terms are the agreement between you and {company} ("we") on the use of this site and everything you can ' +
        'do on it: learning, buying and selling crypto, plans and workshops. You agree to them when you open an ' +
        'account.',
      'They apply together with the [Privacy Policy](/privacy) and [Risk and Indemnity](/risk-indemnity). If a ' +
        'summary on another page says something else, these three texts apply. Where the law gives you a right that ' +
        'these terms seem to take away, you keep that right.',
    ],
  },
  {
    id: 'who-may-use',
    title: 'Who may use it',
    body: [
      'You must be **at least 18 years old** to open an account. **Children under 13 are excluded** from every part ' +
        'of the service, and we delete any data we learn is theirs.',
      'One person, one account. You open it for yourself, with your true details, and do not let anyone else use ' +
        'it. You may not use it where local law forbids it, or if you are on a sanctions list that binds us.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    body: [
      'Keep your password and your second factor to yourself. We never ask for them, nor for a code or a seed ' +
        'phrase. Tell us immediately if someone else may have got in; you can also end all sessions and lock the ' +
        'account yourself.',
      'Tell us when your name, address, occupation or public office changes. You may close your account at any time; ' +
        'orders in progress are finished first, and some records stay as the [Privacy Policy](/privacy#how-long) says.',
    ],
  },
  {
    id: 'knowing-you',
    title: 'Knowing who you are',
    body: [
      'The Proceeds of Crime Act and the rules under it require us to identify customers, keep records and check ' +
        'orders. There are tiers, each with its limit:',
      {
        points: [
          'No approved tier: {capNone} a month.',
          'Tier 1 approved: {capTier1} a month.',
          'Tier 2 approved: {capTier2}.',
          'A single order of {gate} or more: Enhanced KYC and the source of your funds, at any tier.',
        ],
      },
      'A month is the UTC calendar month. Limits count at {buyRate} for US$1. A review typically takes 12-24 hours. ' +
        'We may check again later, and we may ask for more than the tier says where the law requires it.',
    ],
  },
  {
    id: 'orders',
    title: 'Orders',
    body: [
      'A quote is an offer for the short time shown on the screen. You accept it with your order, and the agreement ' +
        'is made when we confirm the order with its reference. We never use prices older than 20 minutes.',
      'You pay by bank transfer or card, with the reference, from an account or card **in your own name**. A proof ' +
        'of payment that you send us is a claim, not the payment: what counts is that the money has arrived. **We ' +
        'take no cash**, and no one may pay in cash for you.',
      'An order that is not paid in time expires, and you owe nothing. If your payment arrives later, we match it to ' +
        'the order. We then carry it out at the price of that day if you agree, or return it.',
      'When you sell, you first see which address receives your coins, and on which network. Send exactly that coin ' +
        'on exactly that network, with the tag where there is one.',
    ],
  },
  {
    id: 'cost',
    title: 'What it costs',
    body: [
      'The fee is a flat {fee} of the J$ amount, on buying and on selling. You buy at {buyRate} for US$1 and sell at ' +
        '{sellRate}. These are our own rates; the gap to the market rate is a cost as well.',
      '{example} Every order shows **the cost all in** before you agree to it: the fee, our rate, the market rate ' +
        'if known, and what you get. Your bank, your card company and the network may add their own charges.',
      'Plans cost JMD {basic}, JMD {personal} or JMD {professional} a month, a workshop JMD {workshop} per ' +
        'person. A plan runs for the month you paid for and does not renew automatically.',
      'Rates, fees and prices may change. A change never affects an order that is already confirmed.',
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
          'We process weekend requests on Monday; public holidays in Jamaica are not business days.',
        ],
      },
      'These are our usual times. Checks required by law, a bank or a network can make them longer. If so, the order ' +
        'shows it, with a new date when we know one.',
    ],
  },
  {
    id: 'irreversible',
    title: 'What cannot be undone',
    body: [
      '**A transfer of crypto cannot be called back**: not by you, not by us, not by a court in time. You are ' +
        'responsible for the address, the network and the tag that you give us. We check what a machine can check, ' +
        'but not whether the address is yours.',
      'Once we have sent the crypto, or paid out the money, the order is fulfilled. You then have no right to ' +
        'change your mind, because the price moves from minute to minute.',
    ],
  },
  {
    id: 'checks',
    title: 'Checks, delays and refusals',
    body: [
      'The law requires us to check customers, addresses and orders, and sometimes to report to an authority. We may decline, ' +
        'delay or return an order, or limit an account, where the law, a court, an authority or a risk to you or ' +
        'others requires it. **The law may forbid us to say why.**',
      'A machine may stop an order, but only a person decides whether that has consequences for you. You may ask ' +
        'that person to review the decision, and send evidence in your favour. Money or coins of an order that is ' +
        'not carried out go back to where they came from, unless the law prevents it.',
    ],
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    body: [
      {
        points: [
          'Money or coins from crime, on behalf of an unnamed person, or from another person.',
          'Splitting orders to stay under a limit.',
          'False documents or proofs, or the documents of someone else.',
          'Paying us because someone promised you something in return: if asked to, stop and [ask us](/contact-check).',
          'Breaking into, overloading or scraping the service.',
        ],
      },
    ],
  },
  {
    id: 'tokens',
    title: 'Lignum and Mahoni',
    body: [
      'Lignum is an educational token without monetary value. Mahoni is a utility token; we set its price, ' +
        'sell it and hold it. Neither is a share, a deposit or a claim on us. Figures and dates on [the tokens ' +
        'page](/coins) are plans, not promises. Staking rewards are paid in Mahoni while the staking pool lasts.',
    ],
  },
  {
    id: 'learning',
    title: 'Courses, workshops and what is not advice',
    body: [
      'What we teach is general. It is not financial, tax or legal advice, and no one who works for us may advise ' +
        'you to buy or sell. The material is for your own learning; do not publish or resell it.',
      'If we cancel a workshop you get your money back or another date, as you choose. If you cannot come, contact ' +
        'us before it starts and we will move your place once.',
    ],
  },
  {
    id: 'supervision',
    title: 'Supervision and insurance',
    body: [
      'Crypto is **not legal tender** in Jamaica. What you hold or have on order with us is **not a bank deposit and ' +
        'not covered by deposit insurance** or any other compensation scheme.',
      'A law on virtual asset services has been proposed in Jamaica. When it comes into force we will apply for ' +
        'the licences it requires, or stop the services that need one, and inform you in time.',
    ],
  },
  {
    id: 'liability',
    title: 'What we are liable for',
    body: [
      'We are liable without limit for harm done on purpose or by gross negligence, for death or injury, and for ' +
        'anything else for which the law forbids a limit.',
      'Otherwise we are liable for what we could foresee, at most up to the J$ amount of the order concerned. We are ' +
        'not liable for prices, for networks, for wallets that are not ours, or for what happens because someone had ' +
        'your password or seed phrase, unless we caused it. Read more in [Risk and Indemnity](/risk-indemnity).',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: [
      'A new version says what changed. We ask you to agree at your next sign-in; if you do not, you may sign out ' +
        'and close your account. Orders placed under the old version are finished under it.',
    ],
  },
  {
    id: 'complaints',
    title: 'Complaints, law and courts',
    body: [
      'Write to [{email}](mailto:{email}) with the order reference. We confirm receipt within two business ' +
        'days, and send a decision with reasons within fifteen. If you disagree, a different person reviews it.',
      'The law of Jamaica applies, and its courts decide. Rights of a consumer, such as those under the Consumer ' +
        'Protection Act, are not affected.',
      'If one sentence here turns out to be invalid, the others still apply.',
    ],
  },
];

export const meta = () =>
  pageMeta({
    path: '/terms',
    name: 'Terms of Service',
    description:
      'The agreement for learning, buying and selling crypto in Jamaica: orders, costs, times, limits, rights.',
  });

/** [001 §2] */
export default function TermsPage() {
  // Not part of the accepted text: a new version would ask every customer to agree.
  const lead =
    'What we agree on when you use this site: orders, costs, times, limits and rights. To complain, use [Get ' +
    'help](/help) or email us.';
  return <LegalPage paper={legalDocuments.terms} lead={lead} inShort={termsInShort} passages={termsOfService} />;
}
