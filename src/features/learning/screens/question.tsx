import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Graded, ShownQuestion } from '../grading.ts';
import { useTicks } from './kept-ticks.ts';

/** What is said of an answer that was given: chosen or not, right or not, and why. */
const verdict = ({ chosen, right }: Graded['answers'][number]): string | null => {
  if (chosen) return right ? 'Your answer, right' : 'Your answer, not right';
  return right ? 'This is right' : null;
};

/** What an answer is explained by, without the word that the verdict says already. */
const explained = ({ because, right }: Graded['answers'][number]): string => {
  const rest = right ? because.replace(/^(?:Right|Yes)\b[.,:]?\s*/, '') : because;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

type AnswersProps = {
  question: ShownQuestion;
  legend: ReactNode;
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
  graded: Graded | null;
};

/** A question with its answers. Once graded, each that was chosen or right says why. */
export function Answers({ question, legend, chosen, onChoose, graded }: AnswersProps) {
  const id = useId();
  const toggle = (at: number) =>
    question.several
      ? onChoose(chosen.includes(at) ? chosen.filter((one) => one !== at) : [...chosen, at])
      : onChoose([at]);
  return (
    <fieldset className="field question">
      <legend className="label">{legend}</legend>
      {question.several && <p className="hint">More than one answer is right.</p>}
      <div className="choose">
        {question.answers.map((text, at) => {
          const told = graded?.answers[at];
          const word = told && verdict(told);
          return (
            <label key={text} className={word ? (told.right ? 'is-right' : 'is-wrong') : undefined}>
              <input
                type={question.several ? 'checkbox' : 'radio'}
                name={id}
                checked={chosen.includes(at)}
                onChange={() => toggle(at)}
              />
              <span>
                <b>{text}</b>
                {word && (
                  <small>
                    <strong>{word}.</strong> {explained(told)}
                  </small>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

type QuestionProps = {
  question: ShownQuestion;
  /** Where it is asked: what was ticked there is kept in this tab until it is sent. */
  at: string;
  graded: Graded | null;
  /** Sends what was chosen. What comes of it arrives as `graded`. */
  onAnswer: (chosen: readonly number[]) => void;
  busy: boolean;
  /** What was chosen and is kept until the line is back. */
  waits?: readonly number[] | null;
};

const chosenIn = (graded: Graded | null) => graded?.answers.flatMap(({ chosen }, at) => (chosen ? [at] : [])) ?? [];

/** A question on the way: chosen, sent, explained, and to be tried again as often as one likes. */
export function Question({ question, at, graded, onAnswer, busy, waits = null }: QuestionProps) {
  const [ticks, setTicks] = useTicks(`${at} ${question.id}`);
  const chosen = ticks[question.id] ?? null;
  const now = chosen ?? waits ?? chosenIn(graded);
  // Whoever chooses anew has not been told yet, nor has whoever is still to be heard.
  const told = chosen === null && waits === null ? graded : null;
  const isKept = waits !== null && !busy;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || now.length === 0) return;
    onAnswer(now);
    setTicks({});
  };
  return (
    <form className="asked" onSubmit={send}>
      <Answers
        question={question}
        legend={question.ask}
        chosen={now}
        onChoose={(now) => setTicks({ [question.id]: now })}
        graded={told}
      />
      <div className="row">
        <Button type="submit" look="line" size="small" busy={busy}>
          {graded && chosen === null ? 'Answer again' : 'Answer'}
        </Button>
        <p role="status" className="t-xs ink-2">
          {isKept && 'No line. Your answer is kept here and sent once the line is back.'}
          {told && (told.right ? 'That is right.' : 'Not quite. Read why, and try again if you like.')}
          {!told && !isKept && now.length === 0 && 'Choose an answer first.'}
        </p>
      </div>
    </form>
  );
}
