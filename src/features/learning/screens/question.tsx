import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Graded, ShownQuestion } from '../grading.ts';

type DraftAnswers = Readonly<Record<string, readonly number[]>>;

const isDraftAnswers = (stored: unknown): stored is DraftAnswers =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every((chosen) => Array.isArray(chosen) && chosen.every((at) => Number.isInteger(at)));

function readDraft(key: string): DraftAnswers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isDraftAnswers(stored) ? stored : {};
  } catch {
    return {};
  }
}

function storeDraft(key: string, ticks: DraftAnswers): void {
  try {
    if (Object.keys(ticks).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(ticks));
  } catch {
    // Without storage, the draft lasts until the page closes.
  }
}

const toKey = (name: string): string => `ticks:${name}`;

export const clearDraftAnswers = (name: string): void => storeDraft(toKey(name), {});

/** Stores unsent answers in this tab. `name` identifies the attempt or the lesson. */
export function useDraftAnswers(name: string): [DraftAnswers, (ticks: DraftAnswers) => void] {
  const key = toKey(name);
  const [ticks, setTicks] = useState(() => readDraft(key));
  return [
    ticks,
    (next) => {
      storeDraft(key, next);
      setTicks(next);
    },
  ];
}

const formatVerdict = ({ chosen, right }: Graded['answers'][number]): string | null => {
  if (chosen) return right ? 'Your answer is right' : 'Your answer is wrong';
  return right ? 'This is the right answer' : null;
};

/** Removes a leading "Right", which the verdict already says. */
const formatExplanation = ({ because, right }: Graded['answers'][number]): string => {
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
          const result = graded?.answers[at];
          const verdictText = result && formatVerdict(result);
          return (
            <label key={text} className={verdictText ? (result.right ? 'is-right' : 'is-wrong') : undefined}>
              <input
                type={question.several ? 'checkbox' : 'radio'}
                name={id}
                checked={chosen.includes(at)}
                onChange={() => toggle(at)}
              />
              <span>
                <b>{text}</b>
                {verdictText && (
                  <small>
                    <strong>{verdictText}.</strong> {formatExplanation(result)}
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
  at: string;
  graded: Graded | null;
  onAnswer: (chosen: readonly number[]) => void;
  busy: boolean;
  waitingAnswer?: readonly number[] | null;
};

const getChosen = (graded: Graded | null) => graded?.answers.flatMap(({ chosen }, at) => (chosen ? [at] : [])) ?? [];

export function Question({ question, at, graded, onAnswer, busy, waitingAnswer = null }: QuestionProps) {
  const [ticks, setTicks] = useDraftAnswers(`${at} ${question.id}`);
  const chosen = ticks[question.id] ?? null;
  const now = chosen ?? waitingAnswer ?? getChosen(graded);
  // Hides the previous grade after a new choice or while an answer is queued.
  const result = chosen === null && waitingAnswer === null ? graded : null;
  const isQueued = waitingAnswer !== null && !busy;
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
        graded={result}
      />
      <div className="row">
        <Button type="submit" variant="line" size="small" busy={busy}>
          {graded && chosen === null ? 'Answer again' : 'Answer'}
        </Button>
        <p role="status" className="t-xs ink-2">
          {isQueued && "You're offline. Your answer is saved here and sent when you're back online."}
          {result && (result.right ? "That's right." : 'Not quite. Read the explanation, then try again if you like.')}
          {!result && !isQueued && now.length === 0 && 'Choose an answer first.'}
        </p>
      </div>
    </form>
  );
}
