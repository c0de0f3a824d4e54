import { PageSection } from '../../../../ui/admin/section.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import type { CourseDetails } from '../data.ts';

export const Versions = ({ versions }: Pick<CourseDetails, 'versions'>) => (
  <PageSection id="versions" title="Versions">
    {versions.length === 0 && <p className="ink-2">Not published yet.</p>}
    <ul className="versions">
      {versions.map(({ number, whatChanged, changes, publishedAt, publishedAs }) => (
        <li key={number}>
          <details>
            <summary className="wrap-any">
              <b className="num">Version {number}</b>, {formatDateTime(publishedAt, { year: true })}
              {publishedAs && `, by ${publishedAs}`}: {whatChanged}
            </summary>
            <div className="stack-s">
              {changes.length === 0 && <p className="ink-2">First version.</p>}
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
  </PageSection>
);
