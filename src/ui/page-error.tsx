import { isRouteErrorResponse } from 'react-router';
import { chunkErrorMessage } from './chunk-error.ts';
import { ensureReference } from './error-reference.ts';
import NotFound from './not-found.tsx';

const ChunkErrorPage = () => (
  <div className="wrap">
    <div className="head" role="alert">
      <h1>This page didn't load</h1>
      <p>Check your connection and try again. Your orders and money are safe.</p>
    </div>
    <button type="button" className="btn" onClick={() => location.reload()}>
      Try Again
    </button>
  </div>
);

/** 'Something went wrong' with 'Try Again' [000 §2 Routes, 001 §2]. Reloading also loads a new release. */
export function PageError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof Error && error.message === chunkErrorMessage) return <ChunkErrorPage />;
  const reference = ensureReference(error);
  return (
    <div className="wrap">
      <div className="head" role="alert">
        <h1>Something went wrong</h1>
        <p>We couldn't show this page. Your orders and money are safe.</p>
        {reference && (
          <p className="t-xs">
            If you contact us, quote this reference: <b className="code">{reference}</b>
          </p>
        )}
      </div>
      <button type="button" className="btn" onClick={() => location.reload()}>
        Try Again
      </button>
    </div>
  );
}
