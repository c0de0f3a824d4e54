import { Check } from 'lucide-react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Words } from '../parts/words.tsx';

const plans = ['Courses and seminars', 'Wallet and exchange support', 'Virtual one-on-one help'];
const workshops = ['Bring your phone, leave with a wallet', '5,000 Lignum for attending', 'Every question is welcome'];

const Points = ({ points }: { points: readonly string[] }) => (
  <ul>
    {points.map((point) => (
      <li key={point}>
        <Check className="ic" aria-hidden="true" />
        {point}
      </li>
    ))}
  </ul>
);

/** [000 §2 Home, decision B5] */
export const Programs = () => (
  <section className="band">
    <div className="wrap">
      <h2>Learn with someone by your side</h2>
      <div className="progs">
        <article>
          <h3>Coaching plans</h3>
          <p className="t-2xl">
            <Words text="From JMD {basic}/month" />
          </p>
          <p>A plan for every stage, from your first purchase to new launches.</p>
          <Points points={plans} />
          <ButtonLink to="/subscriptions">View Plans</ButtonLink>
        </article>
        <article>
          <h3>Workshops</h3>
          <p className="t-2xl">
            <Words text="JMD {workshop}" />
          </p>
          <p>One session with a teacher, at your pace.</p>
          <Points points={workshops} />
          <ButtonLink to="/subscriptions" variant="line">
            Join Workshop
          </ButtonLink>
        </article>
      </div>
    </div>
  </section>
);
