import { withReference } from './fault.ts';
import { Notice } from './notice.tsx';

type FailedStateProps = { text: string; error?: unknown; onRetry: () => void };

/** In place of data that could not be fetched: says so and tries again. */
export const FailedState = ({ text, error, onRetry }: FailedStateProps) => (
  <div className="stack">
    <Notice kind="bad" live>
      {withReference(text, error)}
    </Notice>
    <button type="button" className="btn line" onClick={onRetry}>
      Try Again
    </button>
  </div>
);
