import { Link } from './link.tsx';
import { Relief } from './relief.tsx';

export const meta = () => [{ title: 'Page not found - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** The page for every address that we do not have. */
export default function NotFound() {
  return (
    <div className="wrap">
      <div className="head">
        <Relief />
        <h1>Oops! Page not found</h1>
        <p>This address is not on our map.</p>
      </div>
      <Link className="btn" to="/">
        Return to Home
      </Link>
    </div>
  );
}
