import { Link } from 'react-router';
import type { Draft } from '../../draft.ts';
import type { CheckResult } from '../data.ts';

type Faults = CheckResult['faults'];
type OutlineProps = { draft: Draft; current: string; faults: Faults };
type OutlineLinkProps = Omit<OutlineProps, 'draft'> & { part: string; name: string; className?: string };

function OutlineLink({ part, name, current, faults, className }: OutlineLinkProps) {
  const count = faults.filter(({ where }) => where === part).length;
  return (
    <Link to={`?part=${part}`} className={className} aria-current={part === current ? 'true' : undefined}>
      <span className="wrap-any">{name}</span>
      {count > 0 && <span className="badge rejected">{count} to fix</span>}
    </Link>
  );
}

export function Outline({ draft: { sections }, ...state }: OutlineProps) {
  return (
    <nav className="outline" aria-label="Parts of the course">
      <ol>
        <li>
          <OutlineLink part="course" name="Course details" {...state} />
        </li>
        {sections.map(({ id, title, units }, at) => (
          <li key={id}>
            <OutlineLink part={`section/${id}`} name={`${at + 1}. ${title || 'Untitled'}`} {...state} />
            <ol>
              {units.map((unit) => (
                <li key={unit.id}>
                  <OutlineLink part={`lesson/${unit.id}`} name={unit.title || 'Untitled'} {...state} />
                </li>
              ))}
              <li>
                <OutlineLink part={`quiz/${id}`} name="Quiz" {...state} />
              </li>
            </ol>
          </li>
        ))}
        <li>
          <OutlineLink part="words" name="Words and figures" {...state} />
        </li>
        <li>
          <OutlineLink part="project" name="Final project" {...state} />
        </li>
      </ol>
    </nav>
  );
}
