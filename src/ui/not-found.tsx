import { Link } from './link.tsx';
import { MapScene } from './map-scene.tsx';

export const meta = () => [{ title: 'Page not found - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** The 404 page [000 §2 Routes, 001 §2]. */
export default function NotFound() {
  return (
    <div className="wrap scene">
      <div className="words">
        <div className="head">
          <h1>Oops! Page not found</h1>
          <p>We couldn't find this page. Check the address or start again from the home page.</p>
        </div>
        <Link className="btn" to="/">
          Return to Home
        </Link>
      </div>
      <MapScene variant="ends" />
    </div>
  );
}
