import { Link } from './link.tsx';
import { ScreenHead } from './screen-head.tsx';

export const meta = () => [{ title: 'Page not found - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** The page for every address that we do not have. */
export default function NotFound() {
  return (
    <div className="wrap">
      <ScreenHead title="Oops! Page not found" text="This address is not on our map." />
      <Link className="btn" to="/">
        Return to Home
      </Link>
    </div>
  );
}
