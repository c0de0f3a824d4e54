import { appendReference } from './error-reference.ts';
import { Notice } from './notice.tsx';

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
