import { company } from './company.ts';
import { Link } from './link.tsx';
import { Mark } from './mark.tsx';
import { companyPlaces, legalPlaces, type MenuEntry } from './places.ts';
import { socialNames, socialSites } from './social.ts';

function Links({ title, places }: { title: string; places: MenuEntry[] }) {
  if (places.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The footer of every page: about, help, law, social links and how to reach us [001 §2 Footer]. Under the mark stands
 * the tagline [000 §1].
 */
export function Footer() {
  const now = company();
  const { name, supportEmail, phone, tel, communityUrl } = now;
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols">
          <div>
            <Link className="mark" to="/">
              <Mark />
              <span>{name}</span>
            </Link>
            <p className="small">
              Secure cryptocurrency eCommerce for Jamaica. Crypto prices move. Buy what you can afford to hold.
            </p>
          </div>
          <Links title="Company" places={companyPlaces} />
          <Links title="Legal" places={legalPlaces} />
          <div>
            <h2>Support</h2>
            <ul>
              <li>
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </li>
              <li>
                <a href={`tel:${tel}`}>{phone}</a>
              </li>
              <li>
                <a href={communityUrl} target="_blank" rel="noreferrer">
                  Community
                  <span className="sr"> (opens a new tab)</span>
                </a>
              </li>
              {/* One that the settings do not have stays empty, and the style sheet leaves it out. */}
              {socialSites.map((site) => (
                <li key={site}>
                  <a href={now[site]} target="_blank" rel="noreferrer">
                    {socialNames[site]}
                    <span className="sr"> (opens a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}
