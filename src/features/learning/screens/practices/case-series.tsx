import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { ShownQuestion } from '../../grading.ts';
import { Answers } from '../question.tsx';
import type { Case, Series } from './cases.ts';

const toQuestion = ({ ask, answers }: Case): ShownQuestion => ({
  id: ask,
  ask,
  several: false,
  answers: answers.map(({ text }) => text),
});

export function CaseSeries({ of }: { of: Series }) {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [right, setRight] = useState(0);
  const head = useRef<HTMLHeadingElement>(null);
  const currentCase = of.looks[at];
  const goTo = (to: number) => {
    setAt(to);
    setChosen(null);
    if (to === 0) setRight(0);
    head.current?.focus();
  };
  const choose = (choice: number) => {
    if (chosen !== null) return;
    setChosen(choice);
    if (currentCase?.answers[choice]?.right) setRight(right + 1);
  };
  return (
    <section className="sheet practice">
      <h3 tabIndex={-1} ref={head}>
        {of.title}
      </h3>
      {!currentCase && (
        <div className="stack" role="status">
          <p>
            You got {right} of {of.looks.length} right.{' '}
            {right === of.looks.length ? 'Well done.' : 'Try the others again.'}
          </p>
          <Button variant="line" size="small" onClick={() => goTo(0)}>
            Practise again
          </Button>
        </div>
      )}
      {currentCase && (
        <div className="stack">
          <p className="ink-2">
            {of.lead} {at + 1} of {of.looks.length}.
          </p>
          <dl className="slip">
            {currentCase.seen.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Answers
            question={toQuestion(currentCase)}
            legend={currentCase.ask}
            chosen={chosen === null ? [] : [chosen]}
            onChoose={([choice]) => choice !== undefined && choose(choice)}
            graded={
              chosen === null
                ? null
                : {
                    right: currentCase.answers[chosen]?.right === true,
                    answers: currentCase.answers.map(({ right: is, because }, choice) => ({
                      chosen: choice === chosen,
                      right: is === true,
                      because,
                    })),
                  }
            }
          />
          <p role="status" className="sr">
            {chosen === null ? '' : currentCase.answers[chosen]?.right ? "That's right." : 'Not quite.'}
          </p>
          {chosen !== null && (
            <Button variant="line" size="small" onClick={() => goTo(at + 1)}>
              {at + 1 < of.looks.length ? 'Next' : 'See your result'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
