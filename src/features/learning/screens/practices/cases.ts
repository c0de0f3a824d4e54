export type Case = {
  readonly seen: readonly (readonly [name: string, value: string])[];
  readonly ask: string;
  readonly answers: readonly { readonly text: string; readonly right?: true; readonly because: string }[];
};
export type Series = { readonly title: string; readonly lead: string; readonly looks: readonly Case[] };

const wrongNetwork = 'It uses the wrong network';
const noFault = 'Nothing is wrong';
const transfer = (seen: Case['seen'], wrong: boolean, because: string): Case => ({
  seen,
  ask: 'Would you press Send?',
  answers: [
    { text: `No. ${wrongNetwork}.`, ...(wrong && { right: true as const }), because },
    { text: `Yes. ${noFault}.`, ...(!wrong && { right: true as const }), because },
  ],
});

const patterns = [
  'Fake support',
  'A friend you never met',
  'Doubling',
  'A rug pull',
  'No scam that I can see',
] as const;
type Pattern = (typeof patterns)[number];
const message = ([from, text]: readonly [from: string, text: string], pattern: Pattern, because: string): Case => ({
  seen: [
    ['From', from],
    ['It says', text],
  ],
  ask: 'Which pattern is it?',
  answers: patterns.map((one) => ({ text: one, ...(one === pattern && { right: true as const }), because })),
});

const record: Case['seen'] = [
  ['Transaction ID', 'f4184fc5…'],
  ['Block', '170'],
  ['Time', '12 January 2009, 03:30 UTC'],
  ['Goes in', '50 BTC'],
  ['Goes out, first', '10 BTC'],
  ['Goes out, second', '40 BTC, back to the sender'],
  ['Fee', '0 BTC'],
];

/** Exercises by the id that a lesson places. No money moves in any. */
export const series = {
  'read-transaction': {
    title: 'Read a real transaction',
    lead: 'This payment is real and public. Three questions about it.',
    looks: [
      {
        seen: record,
        ask: 'How much did the receiver get?',
        answers: [
          { text: '50 BTC', because: 'That went in. Not all of it was for the receiver.' },
          { text: '10 BTC', right: true, because: 'Right. The other 40 returned to the sender as change.' },
          { text: '40 BTC', because: 'That went back to the sender, like change at a shop.' },
        ],
      },
      {
        seen: record,
        ask: 'What was the day in Jamaica when it was written?',
        answers: [
          {
            text: '11 January 2009',
            right: true,
            because: 'Right. 03:30 UTC is 10:30 in the evening before, in Jamaica.',
          },
          { text: '12 January 2009', because: 'That is the day in universal time. Jamaica is five hours behind it.' },
          { text: '13 January 2009', because: 'Jamaica is behind universal time and not ahead of it.' },
        ],
      },
      {
        seen: record,
        ask: 'Someone sends you a picture of this record and says the 10 BTC were for you. What do you check?',
        answers: [
          { text: 'That the picture is sharp', because: 'A sharp picture is quickly made. It proves nothing.' },
          {
            text: 'The ID in an explorer of my own choice, and the receiving address character by character',
            right: true,
            because: 'Right. The record counts, not a picture of it, and it must show your own address.',
          },
          { text: 'That the sender has a good name', because: 'The record holds no names at all.' },
        ],
      },
    ],
  },
  'wrong-network': {
    title: 'Spot the wrong network',
    lead: 'Four transfers are about to leave. Find those that would be lost.',
    looks: [
      transfer(
        [
          ['You send', '120 USDT'],
          ['Network chosen', 'BEP20'],
          ['Address', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
        ],
        true,
        'The address begins with T, so it is on Tron (TRC20). On BEP20 nothing would arrive there.',
      ),
      transfer(
        [
          ['You send', '300 XRP'],
          ['Asked for', 'An address and the destination tag 48213'],
          ['Destination tag', '(empty)'],
        ],
        true,
        'A tag is asked for and missing. The XRP would arrive, but the exchange could not tell that they are yours.',
      ),
      transfer(
        [
          ['You send', '0.05 ETH'],
          ['Network chosen', 'Ethereum (ERC20)'],
          ['The receiver says', 'This address is for Ethereum'],
          ['Address', '0x52908400098527886E0F7030069857D2E4169EE7'],
        ],
        false,
        'Network, address and what the receiver said agree. Still check the first and last six characters.',
      ),
      transfer(
        [
          ['You send', '80 USDT'],
          ['Network chosen', 'BEP20, since its fee is the lowest'],
          ['The receiver says', 'My address for ERC20 is below'],
          ['Address', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
        ],
        true,
        'Addresses on BEP20 and ERC20 look alike. The receiver said ERC20: the low fee led to the wrong network.',
      ),
    ],
  },
  'six-scams': {
    title: 'Six messages',
    lead: 'Look for the pattern beneath each story.',
    looks: [
      message(
        [
          '"Cryptocommerce Help", a private message',
          'Your order is stuck. Enter your twelve words here and we release it.',
        ],
        'Fake support',
        'No one ever needs your words. We never write first in a private chat.',
      ),
      message(
        [
          'Grace, a nurse abroad, whom you met online in August',
          'I made US$9,000 with my uncle’s platform. Try it with a little, for our future.',
        ],
        'A friend you never met',
        'Affection first, money later. You never met her, and the platform is hers.',
      ),
      message(
        [
          'A group with 400 members',
          'Send J$20,000 today and get J$40,000 on Friday. Bring two friends and it is J$50,000.',
        ],
        'Doubling',
        'Nothing is made or sold. Those who join later pay those who joined before.',
      ),
      message(
        [
          'Your bank’s own app, after you signed in yourself',
          'A transfer of J$18,500 to Cryptocommerce was made as you ordered it.',
        ],
        'No scam that I can see',
        'You opened the app yourself and ordered it. Nothing is asked of you. Not every message is a trick.',
      ),
      message(
        [
          'A video with a well-known singer',
          'The new island token starts at midnight! Only ten minutes at this price. Selling opens later.',
        ],
        'A rug pull',
        'Hurry, a famous face, and you cannot sell: the makers will, before you can.',
      ),
      message(
        [
          'A man who calls and knows your name',
          'You won a prize of J$3 million. For the paperwork send J$45,000 in coins first.',
        ],
        'Fake support',
        'You pay first to receive your own money: every such story has this second half.',
      ),
    ],
  },
} satisfies Record<string, Series>;
