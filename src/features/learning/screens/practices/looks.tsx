import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { ShownQuestion } from '../../grading.ts';
import { Answers } from '../question.tsx';
import type { Look, Series } from './cases.ts';

const asQuestion = ({ ask, answers }: Look): ShownQuestion => ({
  id: ask,
  ask,
  several: false,
  answers: answers.map(({ text }) => text),
});

/** A series of looks, one after the other, each explained. Nothing of it is kept or counted. */
export function Looks({ of }: { of: Series }) {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [right, setRight] = useState(0);
  const head = useRef<HTMLHeadingElement>(null);
  const look = of.looks[at];
  const go = (to: number) => {
    setAt(to);
    setChosen(null);
    if (to === 0) setRight(0);
    head.current?.focus();
  };
  const choose = (one: number) => {
    if (chosen !== null) return;
    setChosen(one);
    if (look?.answers[one]?.right) setRight(right + 1);
  };
  return (
    <section className="sheet practice">
      <h3 tabIndex={-1} ref={head}>
        {of.title}
      </h3>
      {!look && (
        <div className="stack" role="status">
          <p>
            {right} of {of.looks.length} at the first go.{' '}
            {right === of.looks.length ? 'Well seen.' : 'Look once more at the others.'}
          </p>
          <Button look="line" size="small" onClick={() => go(0)}>
            Practise again
          </Button>
        </div>
      )}
      {look && (
        <div className="stack">
          <p className="ink-2">
            {of.lead} {at + 1} of {of.looks.length}.
          </p>
          <dl className="slip">
            {look.seen.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Answers
            question={asQuestion(look)}
            legend={look.ask}
            chosen={chosen === null ? [] : [chosen]}
            onChoose={([one]) => one !== undefined && choose(one)}
            graded={
              chosen === null
                ? null
                : {
                    right: look.answers[chosen]?.right === true,
                    answers: look.answers.map(({ right: is, because }, one) => ({
                      chosen: one === chosen,
                      right: is === true,
                      because,
                    })),
                  }
            }
          />
          <p role="status" className="sr">
            {chosen === null ? '' : look.answers[chosen]?.right ? 'That is right.' : 'Not quite.'}
          </p>
          {chosen !== null && (
            <Button look="line" size="small" onClick={() => go(at + 1)}>
              {at + 1 < of.looks.length ? 'Next' : 'See how it went'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
