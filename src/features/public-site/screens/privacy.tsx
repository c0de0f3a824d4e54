import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import type { Passage, Text } from '../content/prose.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

const privacyInShort: readonly Text[] = [
  'We keep what the law requires us to know about you and what your orders need, and no more.',
  'We sell nothing about you, and your location is stored only if you allow it.',
  'You can see, correct and download your data, and withdraw any consent.',
  'We erase most of it seven years after you leave; the law requires us to keep it until then.',
];

const privacyPolicy: readonly Passage[] = [
  {
    id: 'who-answers',
    title: 'Who is responsible for your data',
    body: [
      '{company} decides why and how your data is used: we are the data controller under the Jamaican **Data ' +
        'Protection Act 2020**. For anything in this text, and to reach our data protection officer, write to ' +
        '[{email}](mailto:{email}) with the word "privacy".',
      'You may also contact the Office of the Information Commissioner (OIC) of Jamaica at any time, without asking ' +
        'us first.',
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
            'Enhanced KYC also income, source of funds and the documents that show it.',
          '**Orders**: amounts, prices, fees, wallet addresses, bank details for payouts, proofs of payment, and ' +
            'the outcome of each order.',
          '**Security**: sign-ins, devices, your IP address, and each action of our staff on your records.',
          '**Location**, only if you allow it: country, town and IP address at sign-in.',
          '**Learning and support**: plans, workshops, courses, and what you write to us.',
          '**Agreements**: which version of each of our texts you agreed to, and when.',
        ],
      },
      'Taxpayer number and ID number are encrypted one by one, and we encrypt every document you upload. ' +
        'We re-create pictures when they arrive, so hidden details such as where they were taken are not kept. We ' +
        'never see your full card number: the card page belongs to the card company.',
    ],
  },
  {
    id: 'why',
    title: 'Why we use it, and on what legal basis',
    body: [
      {
        points: [
          '**To do what you ordered**: your account, orders, payouts, courses and support. We cannot do ' +
            'this without the data.',
          '**Because the law requires it**: knowing customers, checking orders and addresses, keeping records and ' +
            'reporting, above all under the Proceeds of Crime Act (POCA) and the Terrorism Prevention Act.',
          '**To keep you and us safe**: limits on guessing, warnings about new devices, an audit log.',
          '**Because you allowed it**: storing your location; news and offers by email. We ask for each one ' +
            'separately. Each is off until you turn it on, and you can turn it off again.',
        ],
      },
      'A picture of a face can be sensitive data. We use it only to compare you with your document. We do not ' +
        'sell data, and we show no advertising from others.',
    ],
  },
  {
    id: 'machines',
    title: 'Automated decisions',
    body: [
      'Orders and wallet addresses are checked by rules, and a rule may stop an order. It decides nothing about you ' +
        'as a person: people do that. You may ask a person to review such a decision, give your view, and have it ' +
        'reconsidered. The law may prevent us from giving every reason.',
    ],
  },
  {
    id: 'who-sees',
    title: 'Who else sees it',
    body: [
      {
        points: [
          '**Our staff**, as far as their work needs it; we record each time they open your documents.',
          '**Banks, card companies and networks**, to carry out your order. What is on a blockchain is public ' +
            'forever.',
          '**Companies that work for us** (hosting, email, storage), under contract and only on our instructions.',
          '**Authorities and courts**, where the law requires it. It may forbid us to inform you.',
        ],
      },
      'We get prices without sharing anything about you. We look up your location on our own server: no other ' +
        'company is involved.',
    ],
  },
  {
    id: 'abroad',
    title: 'Data that leaves Jamaica',
    body: [
      'Some companies that work for us keep data in other countries. We send it only where the law there, or the ' +
        'contract with them, protects it as well as the Act requires. Ask us for the current list of countries.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: [
      {
        points: [
          'Identity, orders and related records: **seven years** after the relationship or the order ended, because ' +
            'the law on money laundering requires it. Then we erase them automatically.',
          'Location history: one year, or until you turn it off.',
          'Sessions and devices: until you end them or they expire.',
        ],
      },
      'When you close your account we end all sessions, erase what we may, and lock the rest away. We then read ' +
        'it only for the purposes for which the law requires us to keep it.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: [
      {
        points: [
          '**See it**: download your own record under security in your profile. We answer any other question within ' +
            '30 days.',
          '**Correct it**: most of it yourself in your profile, the rest by writing to us.',
          '**Stop it**: take back a consent, object to a use, or have data erased that no law requires us to keep.',
          '**No marketing** unless you asked for it, and never again once you say so.',
          '**A person instead of a machine**, as said above.',
          '**Complain**: to us, or to the Office of the Information Commissioner.',
        ],
      },
      'None of this costs anything. We may ask you to prove who you are first, so that no one else gets your data.',
    ],
  },
  {
    id: 'safe',
    title: 'How we keep it safe, and what happens if we fail',
    body: [
      'Encryption in transit and at rest, second factors, separate rights for each role, walls between customers ' +
        'inside the database itself, and a log that no one can change unnoticed.',
      'If data is lost or seen by anyone who should not see it, we report it to the Office of the Information ' +
        'Commissioner within **72 hours** of knowing, and tell you what happened, what it means for you and what ' +
        'you can do.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    body: [
      'Two cookies, both needed: one for your session, one that recognises this device so that we can warn you ' +
        'about others. Your browser also remembers whether you like it light or dark. No cookies for advertising, no ' +
        'counting of visitors by other companies.',
      'If you keep a course for offline reading, that browser stores its lessons, and your answers until they ' +
        'are sent. They are deleted when you remove the course or sign out.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    body: [
      'You must be 18 or older to open an account. Children under 13 are excluded from every part of the service. ' +
        "If you believe that we hold a child's data, tell us and we will delete it.",
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this text',
    body: [
      'A new version says what changed, and we ask you to agree to it at your next sign-in. Your account records ' +
        'which version you agreed to, and when.',
    ],
  },
];

export const meta = () =>
  pageMeta({
    path: '/privacy',
    name: 'Privacy Policy',
    description:
      'What we store about you, why, who sees it and for how long, under the Data Protection Act 2020 of Jamaica.',
  });

/** [001 §2; Data Protection Act 2020] */
export default function PrivacyPage() {
  const lead = 'What we store about you, why, who sees it, for how long, and what your rights are.';
  return <LegalPage paper={legalDocuments.privacy} lead={lead} inShort={privacyInShort} passages={privacyPolicy} />;
}
