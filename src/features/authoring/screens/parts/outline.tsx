import { Link } from 'react-router';
import type { Draft } from '../../draft.ts';
import type { Checked } from '../data.ts';

type Faults = Checked['faults'];
type OutlineProps = { draft: Draft; current: string; faults: Faults };
type EntryProps = Omit<OutlineProps, 'draft'> & { part: string; name: string; className?: string };

function Entry({ part, name, current, faults, className }: EntryProps) {
  const count = faults.filter(({ where }) => where === part).length;
  return (
    <Link to={`?part=${part}`} className={className} aria-current={part === current ? 'true' : undefined}>
      <span className="wrap-any">{name}</span>
      {count > 0 && <span className="badge rejected">{count} open</span>}
    </Link>
  );
}

/** All parts of a draft, and how much is to be put right in each. */
export function Outline({ draft: { sections }, ...shown }: OutlineProps) {
  return (
    <nav className="outline" aria-label="Parts of the course">
      <ol>
        <li>
          <Entry part="course" name="The course" {...shown} />
        </li>
        {sections.map(({ id, title, units }, at) => (
          <li key={id}>
            <Entry part={`section/${id}`} name={`${at + 1}. ${title || 'Without a title'}`} {...shown} />
            <ol>
              {units.map((unit) => (
                <li key={unit.id}>
                  <Entry part={`lesson/${unit.id}`} name={unit.title || 'Without a title'} {...shown} />
                </li>
              ))}
              <li>
                <Entry part={`quiz/${id}`} name="Quiz" {...shown} />
              </li>
            </ol>
          </li>
        ))}
        <li>
          <Entry part="words" name="Words and figures" {...shown} />
        </li>
        <li>
          <Entry part="project" name="Final project" {...shown} />
        </li>
      </ol>
    </nav>
  );
}
