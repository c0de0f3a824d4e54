/** One sitting: one aim, read in a few minutes. */
export type Unit = { readonly id: string; readonly title: string; readonly aim: string; readonly minutes: number };

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly units: readonly Unit[];
};

/** A course as it is announced; lessons and questions hang on the ids. */
export type Course = {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly Section[];
  /** Share of a section's questions to answer rightly, in percent. Repeating costs nothing. */
  readonly quizPassPercent: number;
  readonly project: {
    readonly title: string;
    readonly about: string;
    readonly tasks: readonly string[];
    readonly passPercent: number;
  };
  readonly certificate: { readonly title: string; readonly about: string };
};

const unit = (id: string, title: string, aim: string, minutes = 6): Unit => ({ id, title, aim, minutes });

const money: Section = {
  id: 'money',
  title: 'Money and why crypto exists',
  about: 'What money does for you, and what a money without a bank in the middle changes.',
  units: [
    unit('what-money-does', 'What money does', 'Name the three jobs of money with an example of your own.', 5),
    unit('dollar-and-remittance', 'The Jamaican dollar, inflation and remittances', 'Work out what inflation costs.'),
    unit('three-kinds', 'Bank money, JAM-DEX and crypto', 'Tell the three apart: who issues, who stands behind it.'),
    unit(
      'what-crypto-is-not',
      'What crypto is not',
      'Explain why it is neither legal tender nor an insured deposit.',
      5,
    ),
  ],
};

const blockchains: Section = {
  id: 'blockchains',
  title: 'How blockchains work',
  about: 'A ledger that many keep and nobody owns: read it yourself.',
  units: [
    unit('shared-ledger', 'A ledger that everybody can read', 'Follow one coin through three owners.'),
    unit('blocks-and-hashes', 'Blocks and hashes', 'Show why an old entry cannot be changed unseen.', 7),
    unit('agreeing', 'Agreeing without a boss', 'Compare proof of work and proof of stake.', 7),
    unit('fees-and-confirmations', 'Fees and confirmations', 'Read a real transaction in an explorer.', 8),
  ],
};

const coins: Section = {
  id: 'coins',
  title: 'Coins and tokens',
  about: 'What the names on a price list stand for, and what they do not promise.',
  units: [
    unit('main-coins', 'Bitcoin, Ether, XRP and SOL', 'Say what each was made for.'),
    unit('stablecoins', 'Stablecoins and the peg', 'Explain what holds a peg, and what breaks one.'),
    unit(
      'our-tokens',
      'Lignum and Mahoni',
      'Tell the training token from the utility token, and name our interest in both.',
    ),
    unit(
      'supply-and-liquidity',
      'Supply, market cap and liquidity',
      'Judge a price by whether anybody would buy at it.',
    ),
  ],
};

const wallets: Section = {
  id: 'wallets',
  title: 'Wallets and self-custody',
  about: 'Your keys, your coins, your care.',
  units: [
    unit('who-holds-the-key', 'Who holds the key', 'Compare a wallet of your own with an account at an exchange.'),
    unit('seed-phrase', 'The seed phrase', 'Write one down safely, and say who may ever ask for it: nobody.'),
    unit('networks-and-tags', 'Networks, tags and memos', 'Choose the right network and never forget a tag.', 7),
    unit('practice-transfer', 'A practice transfer', 'Receive Lignum and send it on, without risking a dollar.', 8),
  ],
};

const costs: Section = {
  id: 'costs',
  title: 'Buying, selling and costs in Jamaica',
  about: 'From a bank transfer in Kingston to coins in a wallet, with every cost in J$.',
  units: [
    unit('why-identity', 'Why we ask who you are', 'Name what each tier needs and what it opens.', 5),
    unit('bank-or-card', 'Bank transfer or card', 'Pick the way that fits an amount and a deadline.', 5),
    unit('rate-and-fee', 'Rate, difference and fee', 'Work out the whole cost of one order in J$.', 8),
    unit('life-of-an-order', 'The life of an order', 'Say at each step where the money is and whose move it is.'),
  ],
};

const safety: Section = {
  id: 'safety',
  title: 'Risk, scams and security',
  about: 'What goes wrong, how it starts, and how to stop it at the first sign.',
  units: [
    unit('size-of-a-risk', 'Ups, downs and the size of a risk', 'Decide what you could lose without harm.'),
    unit('patterns', 'Patterns of a scam', 'Spot fake support, romance, doubling and rug-pull stories.', 8),
    unit('second-step', 'Second steps and SIM swaps', 'Set up a second factor that a stolen number cannot break.'),
    unit('when-it-happened', 'When it happened', 'Know whom to tell in the first hour, and what to keep.', 5),
  ],
};

const law: Section = {
  id: 'law',
  title: 'Law, tax and responsible use',
  about: 'Rules you meet, rights you have, and records that save you trouble.',
  units: [
    unit('who-watches', 'Who watches over what', 'Say what the Bank of Jamaica and the FSC do and do not cover.'),
    unit('source-of-funds', 'Limits and source of funds', 'Prepare the papers before anybody asks for them.', 5),
    unit('your-data', 'Your data, your rights', 'Use your rights under the Data Protection Act 2020.', 5),
    unit(
      'records-and-when-not',
      'Records, inheritance and when not to invest',
      'Keep a record that your family can read.',
    ),
  ],
};

/**
 * Level 1: seven sections, a final project, a certificate [001 §2]. The public outline shows it and the courses teach
 * by it, so both always agree.
 */
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

/** Minutes of reading in a course. */
export const readingMinutes = ({ sections }: Course): number =>
  sections.flatMap(({ units }) => units).reduce((sum, { minutes }) => sum + minutes, 0);
