import type { Rubric } from '../../course-schema.ts';
import { criterionKey } from '../marking.ts';
import type { MarkRecord, Submission } from '../store.ts';

type Task = Rubric['tasks'][number];

export function SubmittedPart({ task, evidence }: { task: Task; evidence: Submission['evidence'] }) {
  const part = evidence[task.id];
  if (!part) return <p className="ink-2">Nothing was handed in for this part.</p>;
  return (
    <>
      <p className="as-written wrap-any">{part.text}</p>
      {task.evidence === 'transaction' && (
        <dl className="facts">
          {[['Address', part.address] as const, ['Transaction', part.hash] as const].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="code wrap-any">{value === '' ? 'None' : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

export function PartCriteria({ task, mark }: { task: Task; mark: MarkRecord | undefined }) {
  const comment = mark?.comments[task.id];
  return (
    <>
      <ul className="judged">
        {task.criteria.map(({ id, levels, points }) => (
          <li key={id}>
            {mark ? (
              <p>
                <b className="num">
                  {mark.levels[criterionKey(task.id, id)]} of {points}
                </b>{' '}
                {levels.find((level) => level.points === mark.levels[criterionKey(task.id, id)])?.says}
              </p>
            ) : (
              levels.map((level) => (
                <p key={level.points}>
                  <b className="num">{level.points}</b> {level.says}
                </p>
              ))
            )}
          </li>
        ))}
      </ul>
      {comment && <p className="as-written wrap-any">{comment}</p>}
    </>
  );
}
