export type Unit = { readonly id: string; readonly title: string; readonly aim: string; readonly minutes: number };

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly units: readonly Unit[];
};

/** Course outline. Lessons and questions refer to its ids. */
export type Course = {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly Section[];
  readonly quizPassPercent: number;
  readonly project: {
    readonly title: string;
    readonly about: string;
    readonly tasks: readonly string[];
    readonly passPercent: number;
  };
  readonly certificate: { readonly title: string; readonly about: string };
};

const money: Section = {
  id: 'money',
  title: 'Money and why crypto exists',
  about: 'What money does for you, and what a money without a bank in the middle changes.',
  units: [
    {
      id: 'what-money-does',
      title: 'What money does',
      aim: 'Name the three jobs of money with an example of your own.',
      minutes: 5,
    },
    {
      id: 'dollar-and-remittance',
      title: 'The Jamaican dollar, inflation and remittances',
      aim: 'Work out what inflation costs.',
      minutes: 6,
    },
    {
      id: 'three-kinds',
      title: 'Bank money, JAM-DEX and crypto',
      aim: 'Tell the three apart: who issues, who stands behind it.',
      minutes: 6,
    },
    {
      id: 'what-crypto-is-not',
      title: 'What crypto is not',
      aim: 'Explain why it is neither legal tender nor an insured deposit.',
      minutes: 5,
    },
  ],
};

const blockchains: Section = {
  id: 'blockchains',
  title: 'How blockchains work',
  about: 'A ledger that many keep and no one owns: read it yourself.',
  units: [
    {
      id: 'shared-ledger',
      title: 'A ledger that everybody can read',
      aim: 'Follow one coin through three owners.',
      minutes: 6,
    },
    {
      id: 'blocks-and-hashes',
      title: 'Blocks and hashes',
      aim: 'Show why an old entry cannot be changed unseen.',
      minutes: 7,
    },
    { id: 'agreeing', title: 'Agreeing without a boss', aim: 'Compare proof of work and proof of stake.', minutes: 7 },
    {
      id: 'fees-and-confirmations',
      title: 'Fees and confirmations',
      aim: 'Read a real transaction in an explorer.',
      minutes: 8,
    },
  ],
};

const coins: Section = {
  id: 'coins',
  title: 'Coins and tokens',
  about: 'What the names on a price list stand for, and what they do not promise.',
  units: [
    { id: 'main-coins', title: 'Bitcoin, Ether, XRP and SOL', aim: 'Say what each was made for.', minutes: 6 },
    {
      id: 'stablecoins',
      title: 'Stablecoins and the peg',
      aim: 'Explain what holds a peg, and what breaks one.',
      minutes: 6,
    },
    {
      id: 'our-tokens',
      title: 'Lignum and Mahoni',
      aim: 'Tell the training token from the utility token, and name our interest in both.',
      minutes: 6,
    },
    {
      id: 'supply-and-liquidity',
      title: 'Supply, market cap and liquidity',
      aim: 'Judge a price by whether anybody would buy at it.',
      minutes: 6,
    },
  ],
};

const wallets: Section = {
  id: 'wallets',
  title: 'Wallets and self-custody',
  about: 'Your keys, your coins, your care.',
  units: [
    {
      id: 'who-holds-the-key',
      title: 'Who holds the key',
      aim: 'Compare a wallet of your own with an account at an exchange.',
      minutes: 6,
    },
    {
      id: 'seed-phrase',
      title: 'The seed phrase',
      aim: 'Write one down safely, and say who may ever ask for it: nobody.',
      minutes: 6,
    },
    {
      id: 'networks-and-tags',
      title: 'Networks, tags and memos',
      aim: 'Choose the right network and never forget a tag.',
      minutes: 7,
    },
    {
      id: 'practice-transfer',
      title: 'A practice transfer',
      aim: 'Receive Lignum and send it on, without risking a dollar.',
      minutes: 8,
    },
  ],
};

const costs: Section = {
  id: 'costs',
  title: 'Buying, selling and costs in Jamaica',
  about: 'From a bank transfer in Kingston to coins in a wallet, with every cost in J$.',
  units: [
    {
      id: 'why-identity',
      title: 'Why we ask who you are',
      aim: 'Name what each tier needs and what it opens.',
      minutes: 5,
    },
    {
      id: 'bank-or-card',
      title: 'Bank transfer or card',
      aim: 'Pick the way that fits an amount and a deadline.',
      minutes: 5,
    },
    {
      id: 'rate-and-fee',
      title: 'Rate, difference and fee',
      aim: 'Work out the whole cost of one order in J$.',
      minutes: 8,
    },
    {
      id: 'life-of-an-order',
      title: 'The life of an order',
      aim: 'Say at each step where the money is and whose move it is.',
      minutes: 6,
    },
  ],
};

const safety: Section = {
  id: 'safety',
  title: 'Risk, scams and security',
  about: 'What goes wrong, how it starts, and how to stop it at the first sign.',
  units: [
    {
      id: 'size-of-a-risk',
      title: 'Ups, downs and the size of a risk',
      aim: 'Decide what you could lose without harm.',
      minutes: 6,
    },
    {
      id: 'patterns',
      title: 'Patterns of a scam',
      aim: 'Spot fake support, romance, doubling and rug-pull stories.',
      minutes: 8,
    },
    {
      id: 'second-step',
      title: 'Second steps and SIM swaps',
      aim: 'Set up a second factor that a stolen number cannot break.',
      minutes: 6,
    },
    {
      id: 'when-it-happened',
      title: 'When it happened',
      aim: 'Know whom to tell in the first hour, and what to keep.',
      minutes: 5,
    },
  ],
};

const law: Section = {
  id: 'law',
  title: 'Law, tax and responsible use',
  about: 'Rules you meet, rights you have, and records that save you trouble.',
  units: [
    {
      id: 'who-watches',
      title: 'Who watches over what',
      aim: 'Say what the Bank of Jamaica and the FSC do and do not cover.',
      minutes: 6,
    },
    {
      id: 'source-of-funds',
      title: 'Limits and source of funds',
      aim: 'Prepare the papers before anybody asks for them.',
      minutes: 5,
    },
    {
      id: 'your-data',
      title: 'Your data, your rights',
      aim: 'Use your rights under the Data Protection Act 2020.',
      minutes: 5,
    },
    {
      id: 'records-and-when-not',
      title: 'Records, inheritance and when not to invest',
      aim: 'Keep a record that your family can read.',
      minutes: 6,
    },
  ],
};

/** Level 1 [001 §2 Curriculum page]. */
export const levelOne: Course = {
  id: 'level-1',
  level: 1,
  title: 'Level 1: crypto from the ground up',
  about:
    'For people who have never owned a coin. No mathematics beyond a bill in a shop, no coin to buy before you start.',
  sections: [money, blockchains, coins, wallets, costs, safety, law],
  quizPassPercent: 80,
  project: {
    title: 'Final project',
    about: 'A small portfolio that shows you can do it yourself. You may hand it in again as often as you need.',
    tasks: [
      'Set up a wallet and receive training Lignum.',
      'Send it to the tutor and explain the record in the explorer, line by line.',
      'Cost out buying and selling J$20,000 of crypto, with every fee and rate.',
      'Judge one project with the scam checklist and give your verdict.',
      'Write one page: your own plan for safety and risk.',
    ],
    passPercent: 70,
  },
  certificate: {
    title: 'Certificate of completion',
    about:
      'With your name, the course, its version and a code that anybody can check. You decide whether your name shows.',
  },
};

export const getReadingMinutes = ({ sections }: Course): number =>
  sections.flatMap(({ units }) => units).reduce((sum, { minutes }) => sum + minutes, 0);
