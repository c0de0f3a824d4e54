import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { isUnanswered } from '../../../ui/error-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Graded, ShownQuestion } from '../grading.ts';
import { Answers, useDraftAnswers } from './question.tsx';

type QuizQuestion = ShownQuestion & { readonly id: string };

type QuizFormProps = {
  readonly sheet: { readonly tryId: string; readonly questions: readonly QuizQuestion[] };
  readonly label?: string;
  readonly children: ReactNode;
  readonly submit: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (answered: { tryId: string; answers: number[][] }) => void;
  };
};

/** Submits all answers together, or focuses the first unanswered question. */
export function QuizForm({ sheet: { tryId, questions }, label, children, submit }: QuizFormProps) {
  const [ticks, setTicks] = useDraftAnswers(tryId);
  const form = useRef<HTMLFormElement>(null);
  const isOpen = ({ id }: QuizQuestion): boolean => (ticks[id]?.length ?? 0) === 0;
  const open = questions.filter(isOpen).length;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (open > 0)
      form.current?.querySelectorAll('fieldset')[questions.findIndex(isOpen)]?.querySelector('input')?.focus();
    else if (!submit.isPending) submit.mutate({ tryId, answers: questions.map(({ id }) => [...(ticks[id] ?? [])]) });
  };
  return (
    <form onSubmit={send} ref={form} aria-label={label}>
      <p className="ink-2">{children}</p>
      <ol className="quiz">
        {questions.map((question) => (
          <li key={question.id}>
            <Answers
              question={question}
              legend={question.ask}
              chosen={ticks[question.id] ?? []}
              onChoose={(chosen) => setTicks({ ...ticks, [question.id]: chosen })}
              graded={null}
            />
          </li>
        ))}
      </ol>
      <div className="row">
        <Button type="submit" busy={submit.isPending}>
          Submit
        </Button>
        <p role="status" className="t-xs ink-2">
          {open > 0 && `Unanswered: ${open} of ${questions.length}.`}
        </p>
      </div>
      {submit.error !== null && isUnanswered(submit.error) && (
        <Notice kind="bad" live>
          Your answers are still here. Submit them again when you're back online.
        </Notice>
      )}
    </form>
  );
}

/** Focuses the heading, because the submit button is at the bottom of the page. */
export function ResultHead({ children }: { children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <h2 ref={head} tabIndex={-1}>
      {children}
    </h2>
  );
}

const getChosen = ({ answers }: Graded) => answers.flatMap(({ chosen }, at) => (chosen ? [at] : []));

export const GradedQuestions = ({ questions }: { questions: readonly (QuizQuestion & { graded: Graded })[] }) => (
  <ol className="quiz">
    {questions.map((question) => (
      <li key={question.id}>
        <Answers
          question={question}
          legend={question.ask}
          chosen={getChosen(question.graded)}
          onChoose={() => undefined}
          graded={question.graded}
        />
      </li>
    ))}
  </ol>
);
