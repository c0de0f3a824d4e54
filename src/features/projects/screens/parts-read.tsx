import type { Rubric } from '../../learning/course-schema.ts';
import { criterionKey } from '../marking.ts';
import type { Marked, Submission } from '../shapes.ts';

type Task = Rubric['tasks'][number];

/** What was handed in for a part, as it was written. */
export function Given({ task, evidence }: { task: Task; evidence: Submission['evidence'] }) {
  const given = evidence[task.id];
  if (!given) return <p className="ink-2">Nothing was handed in for this part.</p>;
  return (
    <>
      <p className="as-written wrap-any">{given.text}</p>
      {task.evidence === 'transaction' && (
        <dl className="facts">
          {[['Address', given.address] as const, ['Transaction', given.hash] as const].map(([name, value]) => (
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

/** How a part is judged, level by level; with a mark, which one it reached and what was said of it. */
export function Judged({ task, mark }: { task: Task; mark: Marked | undefined }) {
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
