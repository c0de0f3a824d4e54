import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatDate } from '../../../ui/format.ts';
import type { Rubric } from '../../learning/course-schema.ts';
import type { Submission } from '../shapes.ts';
import { stateLabels } from './labels.ts';
import { PartCriteria, SubmittedPart } from './submitted-part.tsx';

type ResultProps = { submission: Submission; rubric: Rubric; at: 'newest' | 'before' };

export function Result({ submission, rubric, at }: ResultProps) {
  const { number, state, handedInAt, evidence, marks, appeal } = submission;
  const mark = marks.at(-1);
  const parts = rubric.tasks.map((task) => (
    <li key={task.id}>
      <h3>{task.task}</h3>
      <SubmittedPart task={task} evidence={evidence} />
      {mark && <PartCriteria task={task} mark={mark} />}
    </li>
  ));
  return (
    <section className="sheet neat project-result" aria-labelledby={`try-${number}`}>
      <h2 id={`try-${number}`}>
        {at === 'newest' ? 'Your project' : `Your project, attempt ${number}`}{' '}
        <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>
      </h2>
      <p className="ink-2">Handed in on {formatDate(jamaicaDay(handedInAt))}.</p>
      {mark && (
        <p>
          <b className="num">{mark.points} of 100 points.</b> You need {rubric.passPercent} to pass.
        </p>
      )}
      {mark && <p className="as-written wrap-any">{mark.says}</p>}
      {appeal && <p className="ink-2 wrap-any">You asked for a second instructor: {appeal}</p>}
      <details>
        <summary>{mark ? 'Marks for each part' : 'What you handed in'}</summary>
        <ol className="project-parts">{parts}</ol>
      </details>
    </section>
  );
}
