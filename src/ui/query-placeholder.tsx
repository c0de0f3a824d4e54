import { FailedState } from './failed-state.tsx';
import { Skeleton } from './skeleton.tsx';

type QueryPlaceholderProps = {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  text: string;
  lines?: number[];
  label?: string;
};

export const QueryPlaceholder = ({ query: { error, refetch }, text, ...skeletonProps }: QueryPlaceholderProps) =>
  error ? <FailedState text={text} error={error} onRetry={() => void refetch()} /> : <Skeleton {...skeletonProps} />;
