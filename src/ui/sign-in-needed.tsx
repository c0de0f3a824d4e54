import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { MapScene } from './map-scene.tsx';
import { rememberPath } from './return-to.ts';

/** Remembers the origin path, where somebody wanted to go, for after they signed in [000 §2 Routes, 001 §2]. */
export function useRememberedPlace(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPath(pathname + search + hash), [pathname, search, hash]);
}

const anywhere = {
  title: 'You must be logged in to access these features',
  text: 'Log in and we bring you back here.',
};

/**
 * What a signed-out visitor sees in a protected place: 'You must be logged in', 'Log in' and 'Sign up' [000 §2 Routes,
 * 001 §2]. Where they were is remembered for after signing in.
 */
export function SignInNeeded({ title = anywhere.title, text = anywhere.text }: Partial<typeof anywhere>) {
  useRememberedPlace();
  return (
    <div className="wrap scene">
      <div className="words">
        <div className="head">
          <h1>{title}</h1>
          {text && <p>{text}</p>}
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
      <MapScene way="gate" />
    </div>
  );
}
