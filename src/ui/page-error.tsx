import { isRouteErrorResponse } from 'react-router';
import { referenceOf } from './fault.ts';
import NotFound from './not-found.tsx';
import { pageLost } from './page-lost.ts';

const PageLost = () => (
  <div className="wrap">
    <div className="head" role="alert">
      <h1>This page did not come</h1>
      <p>Check your connection and try again. Your orders and your money are not affected.</p>
    </div>
    <button type="button" className="btn" onClick={() => location.reload()}>
      Try Again
    </button>
  </div>
);

/**
 * What stands in place of a page that failed: 'Something went wrong', with 'Try Again' [000 §2 Routes, 001 §2]. Trying
 * again loads the document anew, which also heals a page that was open while a new version was put in place.
 */
export function PageError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof Error && error.message === pageLost) return <PageLost />;
  const reference = referenceOf(error);
  return (
    <div className="wrap">
      <div className="head" role="alert">
        <h1>Something went wrong</h1>
        <p>The page could not be shown. Your orders and your money are not affected.</p>
        {reference && (
          <p className="t-xs">
            If you write to us, give this reference: <b className="code">{reference}</b>
          </p>
        )}
      </div>
      <button type="button" className="btn" onClick={() => location.reload()}>
        Try Again
      </button>
    </div>
  );
}
