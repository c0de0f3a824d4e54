import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import type { Passage, Text } from '../content/prose.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

const riskInShort: readonly Text[] = [
  'Crypto can lose most or all of its value. Only use money you can afford to lose.',
  'A transfer is irreversible. No one can call it back.',
  'There is no deposit insurance, and no central bank backs it.',
  'The fee and our rates are a cost from the first minute.',
];

const riskIndemnity: readonly Passage[] = [
  {
    id: 'before-you-buy',
    title: 'Before you buy',
    body: [
      'Crypto can lose most of its value within days, and some coins lose all of it. Only use money you can afford ' +
        'to lose. Do not borrow for it. If anyone rushes you, stop and [check who it is](/contact-check).',
      'By opening an account you confirm that you have read and understood this page, and that you take these risks ' +
        'yourself, as far as the law allows.',
    ],
  },
  {
    id: 'price',
    title: 'The price',
    body: [
      'Prices move day and night, and can move a long way while your order is processed. The quote you accept fixes ' +
        'what you pay, but not what your coins are worth later. There may be days without buyers, when you cannot ' +
        'sell.',
      'Stablecoins aim to be worth one US dollar. They may not be.',
    ],
  },
  {
    id: 'cost-risk',
    title: 'The cost',
    body: [
      'The fee of {fee} and the gap between our rates and the market rate are a loss from the first minute: the ' +
        'price has to rise by more than both before you gain anything. {example} Selling again costs the fee ' +
        'once more, at {sellRate} for US$1.',
    ],
  },
  {
    id: 'no-way-back',
    title: 'No way back',
    body: [
      'A transfer of crypto is **irreversible**. A wrong address, a wrong network or a missing XRP tag can mean that ' +
        'the coins are gone. No one can call them back, and no bank refunds them.',
    ],
  },
  {
    id: 'no-insurance',
    title: 'No insurance, no guarantee',
    body: [
      'Crypto is **not covered by the Jamaica Deposit Insurance Corporation** or any other compensation scheme. It ' +
        'is not legal tender and no central bank backs it. If we, a network or another company fail, you may lose ' +
        'everything that is in progress.',
    ],
  },
  {
    id: 'own-wallet',
    title: 'Your own wallet',
    body: [
      'We send to the address you enter. Anyone with its seed phrase has the coins; if the phrase is lost, so are ' +
        'they. We cannot restore it, and we never ask for it.',
    ],
  },
  {
    id: 'technology',
    title: 'Networks and programs',
    body: [
      'Networks can stop, split, become slow or expensive, or be attacked. Programs on them can have faults. We can ' +
        'be down when you need us. Transfers usually take up to 1 hour, and sometimes much longer.',
    ],
  },
  {
    id: 'law-and-tax',
    title: 'Law and tax',
    body: [
      'The rules on crypto are changing, in Jamaica and elsewhere. A new law may limit or end what we offer, or what ' +
        'you may do with your coins. Gains may be taxed. Keep your receipts and ask a tax adviser.',
    ],
  },
  {
    id: 'fraud',
    title: 'Fraud',
    body: [
      'Most stolen crypto is given away to someone trusted: a helper, a lover, a doubling scheme, a job offer. We ' +
        'check what we can. What you choose to send to someone is gone.',
    ],
  },
  {
    id: 'our-tokens',
    title: 'Mahoni and Lignum',
    body: [
      '**Mahoni** is our own token. We set its price, hold a part of it and earn when it sells, so our interests ' +
        'differ from yours. There may be no market for it. Staking rewards are paid in Mahoni and may end. Dates on the ' +
        'roadmap are plans.',
      '**Lignum** is for practice. It has no monetary value, now or later.',
    ],
  },
  {
    id: 'not-advice',
    title: 'Teaching is not advice',
    body: [
      'Courses, workshops, coaching and news explain. They do not tell you what to buy. Past prices say nothing ' +
        'about future ones.',
    ],
  },
  {
    id: 'indemnity',
    title: 'What you are liable for (indemnity)',
    body: [
      'If we suffer a loss, or someone claims one from us, **because you broke the** [Terms](/terms), gave false ' +
        'details, used money or an account that was not yours, or broke a law, you compensate us, including the ' +
        'reasonable costs of defending ourselves.',
      'This does not apply where we caused the loss ourselves, and it never asks more of you than the law allows. ' +
        'We inform you about such a claim as soon as we may, and do not settle it at your cost without hearing you.',
    ],
  },
  {
    id: 'what-stays',
    title: 'Rights that this page does not limit',
    body: [
      'It does not free us from liability for what we do on purpose or by gross negligence, nor from our legal ' +
        'duties towards consumers, or towards you and your data.',
    ],
  },
];

export const meta = () =>
  pageMeta({
    path: '/risk-indemnity',
    name: 'Risk and Indemnity',
    description:
      'What can go wrong with crypto, which risks are yours, and what we are liable for. Read before you buy.',
  });

/** [001 §2] */
export default function RiskPage() {
  const lead = 'What can go wrong with crypto, which risks are yours, and what you are liable for.';
  return (
    <LegalPage paper={legalDocuments['risk-indemnity']} lead={lead} inShort={riskInShort} passages={riskIndemnity} />
  );
}
