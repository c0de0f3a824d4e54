import type { Passage, Text } from './prose.ts';

/** Privacy Policy under the Data Protection Act 2020. Own words; versions are kept in Agreements. */
export const privacyInShort: readonly Text[] = [
  'We keep what the law wants us to know about you and what your orders need, and no more.',
  'We sell nothing about you, and your location is stored only if you allow it.',
  'You can see, correct and take away your data, and stop what rests on your consent.',
  'Most of it is erased seven years after we part; the law has us keep it until then.',
];

export const privacyPolicy: readonly Passage[] = [
  {
    id: 'who-answers',
    title: 'Who answers for your data',
    body: [
      '{company} decides why and how your data is used: we are the data controller under the Jamaican **Data ' +
        'Protection Act 2020**. For anything in this text, and to reach our data protection officer, write to ' +
        '[{email}](mailto:{email}) with the word "privacy".',
      'You may also turn to the Office of the Information Commissioner (OIC) of Jamaica, at any time and without ' +
        'asking us first.',
    ],
  },
  {
    id: 'what-we-keep',
    title: 'What we keep',
    body: [
      {
        points: [
          '**Account**: name, email, phone, date of birth, country, nationality, occupation, whether you hold public ' +
            'office, and a password that we can check but not read.',
          '**Identity**: taxpayer number, ID document and its number, picture of your face, proof of address; for ' +
            'Enhanced KYC also income, source of funds and the papers that show it.',
          '**Orders**: amounts, prices, fees, wallet addresses, bank details for payouts, proofs of payment, and ' +
            'what became of each order.',
          '**Security**: sign-ins, devices, the address of your connection, and each act of our staff on your records.',
          '**Location**, only if you allow it: country, town and address of the connection at sign-in.',
          '**Learning and support**: plans, workshops, courses, and what you write to us.',
          '**Agreements**: which version of each of our texts you agreed to, and when.',
        ],
      },
      'Taxpayer number and ID number are encrypted one by one, and every paper you upload is kept encrypted. ' +
        'Pictures are drawn anew when they arrive, so that hidden details such as the place where they were taken ' +
        'are not kept. We never see your whole card number: the card page belongs to the card company.',
    ],
  },
  {
    id: 'why',
    title: 'Why, and what allows us to',
    body: [
      {
        points: [
          '**To do what you ordered**: your account, orders, payouts, courses and support. Without these data we ' +
            'cannot.',
          '**Because the law wants it**: knowing customers, checking orders and addresses, keeping records and ' +
            'reporting, above all under the Proceeds of Crime Act (POCA) and the Terrorism Prevention Act.',
          '**To keep you and us safe**: limits on guessing, warnings about new devices, an audit log.',
          '**Because you allowed it**: storing your location; news and offers by mail. Each is asked for by itself, ' +
            'is off until you turn it on, and can be turned off again.',
        ],
      },
      'A picture of a face can be sensitive data. We use it to compare you with your document, for nothing else. We ' +
        'do not sell data, and we show no advertising of others.',
    ],
  },
  {
    id: 'machines',
    title: 'What a machine decides',
    body: [
      'Orders and wallet addresses are checked by rules, and a rule may stop an order. It decides nothing about you ' +
        'as a person: that is for people. You may ask for a person to look at such a decision, say how you see it, ' +
        'and have it reconsidered. The law may keep us from telling every reason.',
    ],
  },
  {
    id: 'who-sees',
    title: 'Who else sees it',
    body: [
      {
        points: [
          '**Our staff**, as far as their work needs it; each look at your papers is recorded.',
          '**Banks, card companies and networks**, to carry out your order. What stands on a blockchain is public ' +
            'for good.',
          '**Companies that work for us** (hosting, mail, storage), under contract and only on our instructions.',
          '**Authorities and courts**, where the law obliges us. It may forbid us to tell you.',
        ],
      },
      'Prices are fetched without saying anything about you. Your location is found on our own server: no other ' +
        'company is asked.',
    ],
  },
  {
    id: 'abroad',
    title: 'Data that leaves Jamaica',
    body: [
      'Some companies that work for us keep data in other countries. We send it only where the law there, or the ' +
        'contract with them, protects it as well as the Act wants. Ask us for the current list of countries.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: [
      {
        points: [
          'Identity, orders and what belongs to them: **seven years** after the relationship or the order ended, ' +
            'because the law on money laundering asks for it. Then a program erases them.',
          'Location history: one year, or at once when you turn it off.',
          'Sessions and devices: until you end them or they lapse.',
        ],
      },
      'When you close your account we end all sessions, erase what we may, and lock the rest away: it is then read ' +
        'only for the purposes for which the law has us keep it.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: [
      {
        points: [
          '**See it**: your own record is a download under security in your profile. We answer any other question ' +
            'within 30 days.',
          '**Correct it**: most of it yourself in your profile, the rest by writing to us.',
          '**Stop it**: take back a consent, object to a use, or have data erased that no law has us keep.',
          '**No marketing** unless you asked for it, and never again once you say so.',
          '**A person instead of a machine**, as said above.',
          '**Complain**: to us, or to the Office of the Information Commissioner.',
        ],
      },
      'None of this costs anything. We may ask you to prove who you are first, so that nobody else gets your data.',
    ],
  },
  {
    id: 'safe',
    title: 'How it is kept safe, and what if it is not',
    body: [
      'Encryption on the way and at rest, second factors, separate rights for each role, walls between customers ' +
        'inside the database itself, and a log that nobody can rewrite unseen.',
      'If data is lost or seen by somebody who should not, we report it to the Office of the Information ' +
        'Commissioner within **72 hours** of knowing, and tell you what happened, what it means for you and what ' +
        'you can do.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    body: [
      'Two cookies, both needed: one for your session, one that knows this device again so that we can warn you ' +
        'about others. Your browser also remembers whether you like it light or dark. No cookies for advertising, no ' +
        'counting of visitors by other companies.',
      'If you keep a course for offline reading, its lessons, and your answers until they are sent, lie in that ' +
        'browser. They go when you remove the course or sign out.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    body: [
      'Nobody under 18 may open an account. Children under 13 are excluded from every part of the service. If you ' +
        'believe that we hold data of a child, tell us and we delete it.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this text',
    body: [
      'A new version says what changed, and you are asked to agree to it at your next sign-in. Which version you ' +
        'agreed to, and when, is kept with your account.',
    ],
  },
];
