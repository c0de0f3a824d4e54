import { getCompany } from './company.ts';
import { Link } from './link.tsx';
import { Logo } from './logo.tsx';
import { companyMenu, legalMenu, type MenuItem } from './menu.ts';
import { socialNames, socialSites } from './social.ts';

function Links({ title, items }: { title: string; items: MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {items.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Footer: about, help, legal, social and contact links [001 §2 Footer], and the tagline [000 §1]. */
export function Footer() {
  const details = getCompany();
  const { name, supportEmail, phone, tel, communityUrl } = details;
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols">
          <div>
            <Link className="mark" to="/">
              <Logo />
              <span>{name}</span>
            </Link>
            <p className="small">
              Secure cryptocurrency eCommerce for Jamaica. Crypto prices move. Buy what you can afford to hold.
            </p>
          </div>
          <Links title="Company" items={companyMenu} />
          <Links title="Legal" items={legalMenu} />
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
              {/* CSS hides sites without a setting. */}
              {socialSites.map((site) => (
                <li key={site}>
                  <a href={details[site]} target="_blank" rel="noreferrer">
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
