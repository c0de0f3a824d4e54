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
    ['Message', text],
  ],
  ask: 'Which pattern is it?',
  answers: patterns.map((one) => ({ text: one, ...(one === pattern && { right: true as const }), because })),
});

const record: Case['seen'] = [
  ['Transaction ID', 'f4184fc5…'],
  ['Block', '170'],
  ['Time', '12 January 2009, 03:30 UTC'],
  ['Input', '50 BTC'],
  ['First output', '10 BTC'],
  ['Second output', '40 BTC, back to the sender'],
  ['Fee', '0 BTC'],
];

export const series = {
  'read-transaction': {
    title: 'Read a real transaction',
    lead: 'This payment is real and public. Answer three questions about it.',
    looks: [
      {
        seen: record,
        ask: 'How much did the receiver get?',
        answers: [
          { text: '50 BTC', because: 'That is the input. Only part of it was for the receiver.' },
          { text: '10 BTC', right: true, because: 'Right. The other 40 returned to the sender as change.' },
          { text: '40 BTC', because: 'That went back to the sender, like change at a shop.' },
        ],
      },
      {
        seen: record,
        ask: 'What was the date in Jamaica when this was recorded?',
        answers: [
          {
            text: '11 January 2009',
            right: true,
            because: 'Right. 03:30 UTC is 10:30 pm the evening before in Jamaica.',
          },
          { text: '12 January 2009', because: 'That is the date in UTC. Jamaica is five hours behind UTC.' },
          { text: '13 January 2009', because: 'Jamaica is behind UTC, not ahead of it.' },
        ],
      },
      {
        seen: record,
        ask: 'Someone sends you a picture of this record and says the 10 BTC were for you. What do you check?',
        answers: [
          { text: 'That the picture is sharp', because: 'A sharp picture is easy to make and proves nothing.' },
          {
            text: 'The ID in an explorer I choose myself, and the receiving address character by character',
            right: true,
            because: 'Right. Only the record itself is proof, and it must show your own address.',
          },
          { text: 'That the sender has a good reputation', because: 'The record contains no names.' },
        ],
      },
    ],
  },
  'wrong-network': {
    title: 'Spot the wrong network',
    lead: 'Four transfers are ready to send. Find the ones that would be lost.',
    looks: [
      transfer(
        [
          ['You send', '120 USDT'],
          ['Network chosen', 'BEP20'],
          ['Address', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
        ],
        true,
        'The address begins with T, so it is on Tron (TRC20). A BEP20 transfer would never arrive.',
      ),
      transfer(
        [
          ['You send', '300 XRP'],
          ['The exchange asks for', 'An address and the destination tag 48213'],
          ['Destination tag', '(empty)'],
        ],
        true,
        "The destination tag is missing. The XRP would arrive, but the exchange couldn't tell that it's yours.",
      ),
      transfer(
        [
          ['You send', '0.05 ETH'],
          ['Network chosen', 'Ethereum (ERC20)'],
          ['The receiver says', 'This address is for Ethereum'],
          ['Address', '0x52908400098527886E0F7030069857D2E4169EE7'],
        ],
        false,
        "The network and the address match the receiver's message. Still check the first and last six characters.",
      ),
      transfer(
        [
          ['You send', '80 USDT'],
          ['Network chosen', 'BEP20, because it has the lowest fee'],
          ['The receiver says', 'My ERC20 address is below'],
          ['Address', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
        ],
        true,
        'Addresses on BEP20 and ERC20 look alike. The receiver said ERC20, so BEP20 is the wrong network.',
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
        'No one ever needs your recovery words. We never message you first in a private chat.',
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
        'Nothing is made or sold. People who join later pay the people who joined earlier.',
      ),
      message(
        [
          'Your bank’s own app, after you signed in yourself',
          'Your transfer of J$18,500 to Cryptocommerce is complete.',
        ],
        'No scam that I can see',
        'You opened the app and made the transfer yourself. The message asks for nothing. Not every message is a scam.',
      ),
      message(
        [
          'A video with a well-known singer',
          'The new island token starts at midnight! Only ten minutes at this price. Selling opens later.',
        ],
        'A rug pull',
        'Time pressure, a famous face and no way to sell: the creators sell before you can.',
      ),
      message(
        [
          'A man who calls and knows your name',
          'You won a prize of J$3 million. For the paperwork send J$45,000 in coins first.',
        ],
        'Fake support',
        'You have to pay before you get your prize. Every prize scam works this way.',
      ),
    ],
  },
} satisfies Record<string, Series>;
