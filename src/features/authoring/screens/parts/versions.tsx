import { Part } from '../../../../ui/desk/part.tsx';
import { momentText } from '../../../../ui/format.ts';
import type { CourseCase } from '../data.ts';

/** What was published of a course, by whom, and what changed each time. */
export const Versions = ({ versions }: Pick<CourseCase, 'versions'>) => (
  <Part id="versions" title="Versions">
    {versions.length === 0 && <p className="ink-2">Nothing is published yet.</p>}
    <ul className="versions">
      {versions.map(({ number, whatChanged, changes, publishedAt, publishedAs }) => (
        <li key={number}>
          <details>
            <summary className="wrap-any">
              <b className="num">Version {number}</b>, {momentText(publishedAt, { year: true })}
              {publishedAs && `, by ${publishedAs}`}: {whatChanged}
            </summary>
            <div className="stack-s">
              {changes.length === 0 && <p className="ink-2">Nothing to compare it with.</p>}
              <ul>
                {changes.map((change) => (
                  <li key={change} className="wrap-any">
                    {change}
                  </li>
                ))}
              </ul>
            </div>
          </details>
        </li>
      ))}
    </ul>
  </Part>
);
