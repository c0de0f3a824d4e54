import type { Passage } from '../content/prose.ts';
import { getCompanyData, pageMeta } from './page-meta.ts';
import { PageHead, Passages } from './parts/words.tsx';

const aboutLead = 'We help people in Jamaica learn about crypto, and buy and sell it, with prices in Jamaican dollars.';

/** [001 §9 Other] */
const about: readonly Passage[] = [
  {
    id: 'what-we-do',
    title: 'What we do',
    body: [
      'Buy crypto with Jamaican or US dollars, by bank transfer or card, and receive it in your own wallet. Sell ' +
        'crypto and get paid in Jamaican dollars, straight to your bank account. You never connect a wallet: your ' +
        'keys stay yours.',
      'New to crypto? Learn first. [Level 1](/curriculum) starts with what money is, and a teacher leads our ' +
        'workshops. With [Lignum](/coins#lignum) you can practise without risking a dollar.',
    ],
  },
  {
    id: 'what-it-costs',
    title: 'What it costs, in plain words',
    body: [
      'We charge one fee of {fee} for buying and selling, taken from the J$ amount. You buy at {buyRate} for US$1 ' +
        'and sell at {sellRate}. The gap between our rate and the market rate is a cost too, so every order shows ' +
        'both before you pay. {example} You also pay the network fee of the coin.',
    ],
  },
  {
    id: 'reinvestment',
    title: 'Where the profit goes',
    body: [
      '**80% of profits are reinvested until at least 10 BTC** are held.',
      'That is how we run the company. It is not a promise of returns, and buying crypto from us gives you no share ' +
        'in it.',
    ],
  },
  {
    id: 'how-we-work',
    title: 'How we work',
    body: [
      {
        points: [
          '**Two people for every payout.** The person who prepares a payout can never approve it. The same rule ' +
            'applies to every change of a rate, a fee, a bank account or a receiving wallet.',
          '**You see everything before you pay.** Price, fee, limit and time come first, and every order has its own ' +
            'reference.',
          '**Real dates, not "soon".** Buys are processed within 12-48 hours. Payouts arrive in 1-3 business days.',
          '**Nothing hidden.** Mahoni is our own token and we earn when it sells. We say so everywhere we offer it.',
          '**Only the data the law requires**, with a [plain explanation](/privacy) of how we use it.',
        ],
      },
    ],
  },
  {
    id: 'reach-us',
    title: 'Contact us',
    body: [
      "We're here Mon-Fri 9AM-6PM, Jamaican time: [{email}](mailto:{email}) or [{phone}](tel:{tel}). Got a message " +
        'in our name? [Check it first](/contact-check).',
    ],
  },
];

export const meta = () =>
  pageMeta({
    path: '/about',
    name: 'About us',
    description: 'Who we are, what it costs to buy and sell crypto with us, how we work, and where the profit goes.',
    data: [getCompanyData()],
  });

/** [001 §2] */
export default function AboutPage() {
  return (
    <div className="wrap">
      <PageHead title="About us" lead={aboutLead} />
      <article className="prose only">
        <Passages passages={about} />
      </article>
    </div>
  );
}
