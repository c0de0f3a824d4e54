import { appendReference } from './error-reference.ts';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

type FailedStateProps = { text: string; error?: unknown; onRetry: () => void };

export const FailedState = ({ text, error, onRetry }: FailedStateProps) => (
  <div className="stack">
    <Notice kind="bad" live>
      {appendReference(text, error)}
    </Notice>
    <button type="button" className="btn line" onClick={onRetry}>
      Try Again
    </button>
  </div>
);

type QueryPlaceholderProps = {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  text: string;
  lines?: number[];
  label?: string;
};

export const QueryPlaceholder = ({ query: { error, refetch }, text, ...skeletonProps }: QueryPlaceholderProps) =>
  error ? <FailedState text={text} error={error} onRetry={() => void refetch()} /> : <Skeleton {...skeletonProps} />;
