import { Mail, Phone } from 'lucide-react';
import { formatPlural } from '../../../ui/number-format.ts';
import { type Answer, type AnswerGroup, faq } from '../content/faq.ts';
import { opened } from '../content/prose.ts';
import { getQuestionsData, pageMeta } from './page-meta.ts';
import { Body, PageHead, Words } from './parts/words.tsx';

const path = '/faq';

export const meta = () =>
  pageMeta({
    path,
    name: 'FAQ',
    description: 'Plain answers about accounts, fees, limits, times, payments and identity checks.',
    data: [
      getQuestionsData(
        path,
        faq.flatMap(({ answers }) => answers),
      ),
    ],
  });

/** The id is inside `details`, so that browsers open the answer for a link to it. */
const OneAnswer = ({ id, question, answer, also }: Answer) => (
  <details data-also={also}>
    <summary>
      <h3>
        <Words text={question} />
      </h3>
    </summary>
    <div id={id} className="answer">
      <Body body={answer} />
      <p className="t-xs">
        <a className="link" href={`#${id}`}>
          Link to this answer
        </a>
      </p>
    </div>
  </details>
);

const Group = ({ id, title, answers }: AnswerGroup) => (
  <section aria-labelledby={id} className="answers">
    <h2 id={id}>{title}</h2>
    {answers.map((answer) => (
      <OneAnswer key={answer.id} {...answer} />
    ))}
  </section>
);

const Search = () => (
  <search className="faq-search if-script">
    <label className="b" htmlFor="faq-words">
      Search the answers
    </label>
    <div className="ctl">
      <input id="faq-words" type="search" autoComplete="off" aria-describedby="faq-found" />
    </div>
    <p id="faq-found" className="hint" role="status">
      {formatPlural(faq.flatMap(({ answers }) => answers).length, 'answer', 'answers')}
    </p>
  </search>
);

const Support = () => (
  <section aria-labelledby="support" className="faq-support">
    <h2 id="support">Still have a question?</h2>
    <p>Our team in Jamaica is here Mon-Fri 9AM-6PM.</p>
    <div className="row">
      <a className="btn" href={opened('mailto:{email}')}>
        <Mail className="ic" aria-hidden="true" />
        Email support
      </a>
      <a className="btn line" href={opened('tel:{tel}')}>
        <Phone className="ic" aria-hidden="true" />
        Call <Words text="{phone}" />
      </a>
    </div>
    <p>
      <Words text="With an account, you can [get help](/help) with an order, a payment or your identity check." />
    </p>
    <p>
      <Words text="Not sure a message is from us? [Check it here](/contact-check)." />
    </p>
  </section>
);

/** [001 §2 FAQ page] */
export default function FaqPage() {
  return (
    <div className="wrap">
      <PageHead title="Questions and answers" lead="Accounts and plans, trading, and identity checks (KYC)." />
      <div className="prose only" data-island="faq">
        <Search />
        {faq.map((group) => (
          <Group key={group.id} {...group} />
        ))}
        <Support />
      </div>
    </div>
  );
}
