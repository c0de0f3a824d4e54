import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Relief } from './relief.tsx';
import { rememberPath } from './return-to.ts';

/** What a signed-out person sees in a protected place. Where they were is remembered for after signing in. */
export function SignInNeeded() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPath(pathname + search + hash), [pathname, search, hash]);
  return (
    <div className="wrap">
      <div className="head">
        <Relief />
        <h1>You must be logged in to access these features</h1>
        <p>Log in and we bring you back here.</p>
      </div>
      <div className="row">
        <Link className="btn" to="/auth">
          Log in
        </Link>
        <Link className="btn line" to="/auth?tab=signup">
          Sign up
        </Link>
      </div>
    </div>
  );
}
