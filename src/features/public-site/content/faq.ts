import type { Block } from './prose.ts';

export const requiredDocuments = {
  tier1: 'a passport, a national ID or a driver’s licence, your TRN card or letter, and a live selfie',
  tier2: 'a proof of address of the last 3 months and a proof of income',
  enhanced: 'a proof of where your money comes from',
} as const;

export type Answer = {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
  readonly also?: string;
};
export type AnswerGroup = { readonly id: string; readonly title: string; readonly answers: readonly Answer[] };

/** Times and network fees are from [001 §9 Timings], review times from decision B7. */
const general: AnswerGroup = {
  id: 'general',
  title: 'General',
  answers: [
    {
      id: 'what-is-this',
      question: 'What is {company}?',
      answer: [
        'A Jamaican platform to learn about crypto, and to buy and sell it in J$ and US$. Pay by bank transfer or ' +
          'card, and receive your crypto in your own wallet. Read more [about us](/about).',
      ],
    },
    {
      id: 'who-may-open-an-account',
      question: 'Who can open an account?',
      answer: [
        'Anyone who is at least 18 years old and can prove who they are. Children under 13 are excluded from every ' +
          'part of the service.',
      ],
    },
    {
      id: 'legal-and-insured',
      question: 'Is crypto legal in Jamaica, and is my money insured?',
      answer: [
        'You can own and trade crypto. It is not legal tender, and the Bank of Jamaica does not back it. Crypto is ' +
          'not covered by deposit insurance, so losses are final. Please read [risk and indemnity](/risk-indemnity).',
      ],
    },
    {
      id: 'plans-and-workshops',
      question: 'What do plans and workshops cost?',
      answer: [
        'Monthly plans: Basic JMD {basic}, Personal JMD {personal}, Professional JMD {professional}. A workshop ' +
          'costs JMD {workshop} per person. Pay by bank transfer, card or Mahoni.',
        {
          points: [
            '**Basic**: courses and seminars, wallet support, exchange support, daily crypto news updates, virtual ' +
              'one-on-one help, portfolio tracking.',
            '**Personal**: everything in Basic, plus support on new launches, access to Cryptocommerce dApps, token ' +
              'giveaways, memecoin support.',
            '**Professional**: everything in Personal, plus premium community access and in-person one-on-one help.',
          ],
        },
      ],
    },
    {
      id: 'free-lignum',
      question: 'How do I get free Lignum?',
      answer: [
        'Attend a workshop and get 5,000 Lignum. Join a community channel and get 2,500. Lignum is ' +
          '[for practice](/coins#lignum). {lignumPrice}',
      ],
    },
    {
      id: 'reach-support',
      also: 'help contact phone complaint',
      question: 'How do I contact support?',
      answer: [
        'Mon-Fri 9AM-6PM, Jamaican time, at [{email}](mailto:{email}) or [{phone}](tel:{tel}). With an account, ' +
          'you can also ask or complain on [Get help](/help).',
      ],
    },
    {
      id: 'is-it-you',
      also: 'scam scammer fraud fake phishing impostor hacked',
      question: "I got a message that says it's from you. Is it real?",
      answer: [
        'Paste the address, number or link into [Is this really us?](/contact-check). We never ask for your ' +
          'password, a code or a seed phrase. We only take money into the account in your order.',
      ],
    },
  ],
};

const trading: AnswerGroup = {
  id: 'trading',
  title: 'Trading',
  answers: [
    {
      id: 'fee',
      also: 'charges commission price percentage minimum',
      question: 'What does an order cost?',
      answer: [
        'The fee is a flat {fee} of the J$ amount, for buying and selling. Our exchange rate is a cost too: you buy ' +
          'at {buyRate} for US$1 and sell at {sellRate}. {example}',
        'Before you pay, every order shows the fee, our rate, the market rate if known, and the all-in cost. A discount on ' +
          'the fee has a reason and an end, which the order shows too.',
      ],
    },
    {
      id: 'what-can-i-trade',
      question: 'What can I buy and sell?',
      answer: [
        'Bitcoin (BTC), Ethereum (ETH), Tether (USDT), USD Coin (USDC), Solana (SOL), XRP, and our tokens Mahoni ' +
          '(MHI) and Lignum (LGM). Lignum is for practice. {lignumPrice}',
      ],
    },
    {
      id: 'how-long-buy',
      question: 'How long does buying take?',
      answer: [
        'We review your payment within 12-48 hours. Once confirmed, buying takes 24 hours. In total that is 1-3 ' +
          'business days. We process weekend requests on Monday.',
      ],
    },
    {
      id: 'how-long-sell',
      also: 'withdraw withdrawal cash out payout',
      question: 'When do I get my money after selling?',
      answer: ['A payout takes 1-3 business days. We send the funds within 3 business days after your crypto arrives.'],
    },
    {
      id: 'network-times',
      also: 'gas fee withdrawal',
      question: 'How long does the network take, and what does it charge?',
      answer: [
        "A transfer takes up to 1 hour, but on BEP20 about 3 minutes. The network also charges a fee, which we don't " +
          'keep: for example, up to US$20 on Bitcoin and US$0.1 on BEP20.',
      ],
    },
    {
      id: 'limits',
      also: 'minimum maximum limit',
      question: 'How much can I trade?',
      answer: [
        {
          points: [
            'Without an approved tier: {capNone} a month.',
            'Tier 1 approved: {capTier1} a month.',
            'Tier 2 approved: {capTier2}.',
          ],
        },
        'We calculate limits at {buyRate} for US$1 per calendar month (UTC). They reset at 7 pm in Jamaica on the ' +
          'last day of each month. A single order of {gate} or more needs Enhanced KYC and the source of your funds.',
      ],
    },
    {
      id: 'how-do-i-pay',
      also: 'deposit fund card cash',
      question: 'How do I pay, and from which account?',
      answer: [
        'By bank transfer to the account in your order, with its reference, or by card. The account or card must be ' +
          "in your own name, or we can't process the transaction. We don't take cash.",
      ],
    },
    {
      id: 'cancel',
      also: 'refund money back mistake chargeback',
      question: 'Can I cancel or undo an order?',
      answer: [
        "Yes, until you pay. An unpaid order expires and you don't owe anything. Crypto that has been sent can't be " +
          'recovered, so check the address and network twice.',
      ],
    },
    {
      id: 'smallest-order',
      question: 'What is the smallest order?',
      also: 'minimum least small amount',
      answer: ['{smallestBuy} when you buy and {smallestSell} when you sell.'],
    },
    {
      id: 'refund',
      question: 'Can I get my money back?',
      also: 'refund return chargeback',
      answer: [
        "If we can't complete your order, or you decline a price that changed before your payment arrived, we refund " +
          'you. Your money or coins always go back to where they came from. Two of our team approve the refund, and ' +
          "we email you when it is sent. Crypto already sent to your wallet can't be recovered.",
      ],
    },
    {
      id: 'tax',
      question: 'Do I pay tax on crypto?',
      also: 'taxes gct taj income capital gains',
      answer: [
        "That depends on what you do with it. We don't give tax advice, so ask Tax Administration Jamaica or an " +
          'accountant. Every order has a receipt, and you can download your [transaction history](/transactions).',
      ],
    },
    {
      id: 'wrong-network',
      also: 'lost missing recover',
      question: 'What if I choose the wrong network or forget an XRP tag?',
      answer: [
        'We check that an address fits its network before we accept it. Coins sent to a wrong address, or XRP sent ' +
          'without its tag, may be lost. Contact us right away with the transaction hash: sometimes we can help.',
      ],
    },
  ],
};

const kyc: AnswerGroup = {
  id: 'kyc',
  title: 'KYC',
  answers: [
    {
      id: 'why-kyc',
      also: 'verification identity passport',
      question: 'Why do you need to know who I am?',
      answer: [
        'Jamaican laws against money laundering, such as the Proceeds of Crime Act, require us to know our ' +
          'customers. Our checks also stop others from trading in your name.',
      ],
    },
    {
      id: 'tiers',
      also: 'passport documents papers level verification',
      question: 'What are the tiers?',
      answer: [
        'Tier 1: {capTier1} a month. Tier 2: {capTier2}. Enhanced KYC is for orders of {gate} or more and asks where ' +
          'the money comes from.',
      ],
    },
    {
      id: 'which-papers',
      question: 'Which documents do I need?',
      also: 'documents id identification proof address utility bill licence verification',
      answer: [
        `For Tier 1 ${requiredDocuments.tier1}. For Tier 2 ${requiredDocuments.tier2}. For Enhanced KYC ${requiredDocuments.enhanced}.`,
      ],
    },
    {
      id: 'how-long-kyc',
      question: 'How long does the review take?',
      answer: ['Typically 12-24 hours. We process weekend submissions on Monday.'],
    },
    {
      id: 'rejected',
      question: 'My verification was rejected. What now?',
      answer: [
        "Your profile shows the reason. You only redo the part that failed: you don't have to start over for a " +
          'blurred picture.',
      ],
    },
    {
      id: 'name-must-match',
      also: 'third party friend relative spouse',
      question: 'Does my bank account have to be in my name?',
      answer: ['Yes. The account holder must match your registered name, both when you pay and when we pay you.'],
    },
    {
      id: 'my-papers',
      question: 'What happens to my documents?',
      answer: [
        'We store them encrypted. Only the staff who check them can open them, and every access is recorded. The law ' +
          'requires us to keep them for seven years after you leave, then we erase them. See [privacy](/privacy).',
      ],
    },
  ],
};

/** [001 §2 FAQ page]. Never change an id, because other pages link to it. */
export const faq: readonly AnswerGroup[] = [general, trading, kyc];
