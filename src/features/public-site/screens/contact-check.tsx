import { socialNames, socialSites } from '../../../ui/social.ts';
import { type Block, opened, type Text } from '../content/prose.ts';
import { getQuestionsData, pageMeta } from './page-meta.ts';
import { PageHead, Points, Steps, TextLink, Words } from './parts/words.tsx';

type OfficialKind = 'email' | 'phone' | 'site' | 'wallet' | 'token';

type Official = { readonly kind: OfficialKind; readonly name: string; readonly value: Text; readonly to?: Text };

const social = socialSites.map(
  (site): Official => ({ kind: 'site', name: socialNames[site], value: `{${site}}`, to: `{${site}}` }),
);

/** The page hides WhatsApp and social media without a value in the settings. */
const officialContacts: readonly Official[] = [
  { kind: 'site', name: 'Website', value: '{host}', to: '{site}' },
  { kind: 'email', name: 'Email', value: '{email}', to: 'mailto:{email}' },
  { kind: 'phone', name: 'Phone', value: '{phone}', to: 'tel:{tel}' },
  { kind: 'phone', name: 'WhatsApp', value: '{whatsapp}', to: 'https://wa.me/{whatsappDigits}' },
  { kind: 'site', name: 'Community', value: '{community}', to: '{community}' },
  ...social,
];

const officialTokens: readonly Official[] = [
  { kind: 'token', name: 'Mahoni (MHI) on Solana', value: '{mahoniContract}' },
  { kind: 'token', name: 'Lignum (LGM) on Solana', value: '{lignumContract}' },
];

const neverAsked: readonly Text[] = [
  'Your password, a code from your phone, or your recovery codes.',
  'The seed phrase or private key of your wallet. No honest person ever needs them.',
  'To install a program that lets us see or control your screen.',
  'To pay into any account other than the one in your order, or to any name but **{accountName}**.',
  'Cash, gift cards or phone credit.',
  'A fee to release money or coins that are "held" for you.',
  'To keep a payment secret from your bank or your family.',
];

const whenInDoubt: readonly Text[] = [
  "Stop. Don't reply, don't pay, don't click.",
  'Type the address of this site yourself and check your order here.',
  'Email [{email}](mailto:{email}) or call [{phone}](tel:{tel}), Mon-Fri 9AM-6PM. Use the number on this page, not ' +
    'the one in the message.',
  "If you've already paid, call your bank first, then the police. Keep messages, addresses and receipts.",
];

const path = '/contact-check';

const never: Block = { points: neverAsked };
const doubt: Block = { steps: whenInDoubt };

export const meta = () =>
  pageMeta({
    path,
    name: 'Is this really us?',
    description:
      'Our official contacts, what we never ask for, and a quick check for any message you received in our name.',
    data: [
      getQuestionsData(path, [
        { id: 'never', question: 'What does {company} never ask for?', answer: [never] },
        { id: 'doubt', question: 'What do I do when in doubt?', answer: [doubt] },
      ]),
    ],
  });

const Row = ({ kind, name, value, to }: Official) => (
  <div data-optional={opened(value)} data-official={kind} data-name={name} data-value={opened(value)}>
    <dt>{name}</dt>
    <dd className={kind === 'token' ? 'code' : 'b'}>
      {to ? <TextLink to={opened(to)}>{opened(value)}</TextLink> : opened(value)}
    </dd>
  </div>
);

// `method="dialog"` prevents a submit before the script loads, which would put the text into the URL.
const Check = () => (
  <form method="dialog" className="sheet neat form check-box if-script" data-check>
    <div className="field">
      <label htmlFor="check-text">Paste the message, number or link you received</label>
      <div className="ctl">
        <textarea id="check-text" name="text" rows={4} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </div>
      <p className="hint">
        We check every number, link, address and account in it. This happens on your device: nothing is sent unless you
        ask us to look it up.
      </p>
    </div>
    <div>
      <button type="submit" className="btn">
        Check
      </button>
    </div>
    <div role="status" className="verdict" />
  </form>
);

/** Helps users to recognize fake support [users' reports: fake support]. */
export default function ContactCheckPage() {
  const lead = 'Scammers pretend to be us. These are our only addresses and numbers.';
  return (
    <div className="wrap">
      <PageHead title="Is this really us?" lead={lead} />
      <div className="prose only" data-island="contact-check">
        <Check />
        <section aria-labelledby="official">
          <h2 id="official">Our official contacts</h2>
          <dl className="official">
            {[...officialContacts, ...officialTokens].map((official) => (
              <Row key={official.name} {...official} />
            ))}
          </dl>
          <p>
            <Words
              text={
                'Your order shows the bank account or wallet to pay into. We never send one in a message. The bank account ' +
                'is in the name of **{accountName}**.'
              }
            />
          </p>
        </section>
        <section id="never" aria-labelledby="never-head">
          <h2 id="never-head">What we never ask for</h2>
          <Points texts={neverAsked} />
        </section>
        <section id="doubt" aria-labelledby="doubt-head">
          <h2 id="doubt-head">When in doubt</h2>
          <Steps texts={whenInDoubt} />
        </section>
      </div>
    </div>
  );
}
