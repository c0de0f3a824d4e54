import { Link, useLocation } from 'react-router';
import { sectionIds, sections } from './sections.ts';

export function SectionLinks() {
  const { hash } = useLocation();
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {sectionIds.map((id) => (
          <li key={id}>
            <Link to={`#${id}`} aria-current={hash === `#${id}` ? 'location' : undefined}>
              {sections[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
