import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { MapScene } from './map-scene.tsx';
import { storeReturnPath } from './return-to.ts';

/** Stores the current path, to return to after signing in [000 §2 Routes, 001 §2]. */
export function useStoreReturnPath(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => storeReturnPath(pathname + search + hash), [pathname, search, hash]);
}

const defaultTexts = {
  title: 'You must be logged in to access these features',
  text: "Log in and we'll bring you back here.",
};

/** 'You must be logged in', 'Log in' and 'Sign up' [000 §2 Routes, 001 §2]. */
export function SignInRequired({ title = defaultTexts.title, text = defaultTexts.text }: Partial<typeof defaultTexts>) {
  useStoreReturnPath();
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
      <MapScene variant="gate" />
    </div>
  );
}
