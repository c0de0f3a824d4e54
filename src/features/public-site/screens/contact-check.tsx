import { neverAsked, type Official, officialContacts, officialTokens, whenInDoubt } from '../content/contacts.ts';
import { type Block, opened } from '../content/prose.ts';
import { pageMeta } from './page-meta.ts';
import { PageHead } from './parts/page-head.tsx';
import { Points, Steps, TextLink, Words } from './parts/words.tsx';
import { getQuestionsData } from './structured-data.ts';

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
