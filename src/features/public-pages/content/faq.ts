import { papers } from './papers.ts';
import type { Block } from './prose.ts';

/** `also`: what people search for and the answer does not say in their word. */
export type Answer = {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
  readonly also?: string;
};
export type AnswerGroup = { readonly id: string; readonly title: string; readonly answers: readonly Answer[] };

/** Times, support hours and gas examples in words: [001 §9 Timings]; review of an identity check: decision B7. */
const general: AnswerGroup = {
  id: 'general',
  title: 'General',
  answers: [
    {
      id: 'what-is-this',
      question: 'What is {company}?',
      answer: [
        'A Jamaican platform to learn about crypto and to buy and sell it, priced in J$ and US$. You pay by bank ' +
          'transfer or card and receive crypto at a wallet address that you give us. More is on [our page](/about).',
      ],
    },
    {
      id: 'who-may-open-an-account',
      question: 'Who may open an account?',
      answer: [
        'Anybody who is at least 18 years old and can prove who they are. Children under 13 are excluded from every ' +
          'part of the service.',
      ],
    },
    {
      id: 'legal-and-insured',
      question: 'Is crypto legal in Jamaica, and is my money insured?',
      answer: [
        'You may own and trade it. It is not legal tender, and the Bank of Jamaica does not stand behind it. Crypto ' +
          'is not covered by deposit insurance: what is lost is lost. Please read [risk and ' +
          'indemnity](/risk-indemnity).',
      ],
    },
    {
      id: 'plans-and-workshops',
      question: 'What do plans and workshops cost?',
      answer: [
        'Plans by the month: Basic JMD {basic}, Personal JMD {personal}, Professional JMD {professional}. A workshop ' +
          'costs JMD {workshop} for each attendee. You can pay by bank transfer, card or Mahoni.',
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
        'Attending a workshop earns 5,000 Lignum, joining a community channel 2,500. Lignum is there ' +
          '[to practise with](/coins#lignum). {lignumPrice}',
      ],
    },
    {
      id: 'reach-support',
      also: 'help contact phone complaint',
      question: 'When and how do I reach support?',
      answer: ['Mon-Fri 9AM-6PM, Jamaican time, at [{email}](mailto:{email}) or [{phone}](tel:{tel}).'],
    },
    {
      id: 'is-it-you',
      also: 'scam scammer fraud fake phishing impostor hacked',
      question: 'Somebody wrote to me in your name. Was it you?',
      answer: [
        'Paste the address, number or link on [Is this really us?](/contact-check). We never ask for your password, ' +
          'a code, a seed phrase, or money to another account than the one in your order.',
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
        'The fee is a flat {fee} of the J$ amount, on buying and on selling. Our rate is the other part: you buy at ' +
          '{buyRate} for US$1 and sell at {sellRate}. {example}',
        'Before you pay, every order shows the fee, our rate, the market rate where it is known, and the cost all in.',
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
        'Your payment is reviewed within 12-48 hours. Once it is confirmed, buying takes 24 hours; overall 1-3 ' +
          'business days. Requests made at the weekend are processed on Monday.',
      ],
    },
    {
      id: 'how-long-sell',
      also: 'withdraw withdrawal cash out payout',
      question: 'How long until I have my money after selling?',
      answer: [
        'The payout takes 1-3 business days. We send the funds within 3 business days after your crypto has arrived.',
      ],
    },
    {
      id: 'network-times',
      also: 'gas fee withdrawal',
      question: 'How long does the network take, and what does it charge?',
      answer: [
        'A transfer takes up to 1 hour, on BEP20 about 3 minutes. The network charges for it too: as an example, up ' +
          'to US$20 on Bitcoin and US$0.1 on BEP20. That is not our fee.',
      ],
    },
    {
      id: 'limits',
      also: 'minimum maximum limit',
      question: 'How much may I trade?',
      answer: [
        {
          points: [
            'Without an approved tier: {capNone} a month.',
            'Tier 1 approved: {capTier1} a month.',
            'Tier 2 approved: {capTier2}.',
          ],
        },
        'Limits are counted at {buyRate} for US$1 within the UTC calendar month, so they start again at 7 pm in ' +
          'Jamaica on the last day of each month. A single order of {gate} or more needs Enhanced KYC and the ' +
          'source of your funds.',
      ],
    },
    {
      id: 'how-do-i-pay',
      also: 'deposit fund card cash',
      question: 'How do I pay, and from whose account?',
      answer: [
        'By bank transfer to the account that your order shows, with its reference, or by card. The account or card ' +
          'must be in your own name, or the transaction will not be processed. We take no cash.',
      ],
    },
    {
      id: 'cancel',
      also: 'refund money back mistake chargeback',
      question: 'Can I cancel or undo an order?',
      answer: [
        'Until you have paid, yes: an order that was never paid lapses and nothing is taken. Crypto that was sent ' +
          'cannot be called back by anybody, so check address and network twice.',
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
      question: 'Do I get my money back?',
      also: 'refund return chargeback',
      answer: [
        'If we cannot carry an order out, or you decline a price that changed while your payment was under way, your ' +
          'money or coins go back to where they came from, and nowhere else. Two of us agree on it, and we write to ' +
          'you when it is sent. Crypto that has left for your wallet cannot be called back.',
      ],
    },
    {
      id: 'tax',
      question: 'Do I pay tax on crypto?',
      also: 'taxes gct taj income capital gains',
      answer: [
        'That depends on what you do with it, and we do not give tax advice: ask Tax Administration Jamaica or an ' +
          'accountant. Every order has a receipt, and your [transaction history](/transactions) can be saved as a ' +
          'file for them.',
      ],
    },
    {
      id: 'wrong-network',
      also: 'lost missing recover',
      question: 'What if I choose the wrong network or forget an XRP tag?',
      answer: [
        'We check that an address fits its network before we accept it. Coins sent to a right-looking but wrong ' +
          'address, or XRP without the tag, may be lost. Write to us at once with the transaction hash: sometimes ' +
          'we can help.',
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
      question: 'Why do you ask who I am?',
      answer: [
        'Jamaican law against money laundering, above all the Proceeds of Crime Act, wants us to know our customers. ' +
          'It also keeps others from trading in your name.',
      ],
    },
    {
      id: 'tiers',
      also: 'passport documents papers level verification',
      question: 'What are the tiers?',
      answer: [
        'Tier 1: {capTier1} a month. Tier 2: {capTier2}. The third, Enhanced KYC, is for orders of {gate} or more: ' +
          'it asks where the money comes from.',
      ],
    },
    {
      id: 'which-papers',
      question: 'Which papers do I need?',
      also: 'documents id identification proof address utility bill licence verification',
      answer: [`For Tier 1 ${papers.tier1}. For Tier 2 ${papers.tier2}. For Enhanced KYC ${papers.enhanced}.`],
    },
    {
      id: 'how-long-kyc',
      question: 'How long does the review take?',
      answer: ['Typically 12-24 hours. What is sent in at the weekend is processed on Monday.'],
    },
    {
      id: 'rejected',
      question: 'My check was rejected. What now?',
      answer: [
        'Your profile names the reason, and only the part that failed has to be done again: a blurred picture does ' +
          'not mean a new form.',
      ],
    },
    {
      id: 'name-must-match',
      also: 'third party friend relative spouse',
      question: 'Does my bank account have to be in my name?',
      answer: [
        'Yes. The name of the account holder must match your registered name, both when you pay and when we pay you.',
      ],
    },
    {
      id: 'my-papers',
      question: 'What happens to my papers?',
      answer: [
        'They are kept encrypted, only the staff who check them can open them, and each look is recorded. The law ' +
          'has us keep them for seven years after the relationship ends; then they are erased. See ' +
          '[privacy](/privacy).',
      ],
    },
  ],
};

/**
 * The questions and answers in three groups, General, Trading, KYC [001 §2 FAQ page]. Ids are addresses: they stay as
 * they are for good.
 */
export const faq: readonly AnswerGroup[] = [general, trading, kyc];
