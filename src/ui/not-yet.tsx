import { FailedState } from './failed-state.tsx';
import { Skeleton } from './skeleton.tsx';

type NotYetProps = {
  asked: { readonly error: unknown; readonly refetch: () => unknown };
  /** Said when it could not be read. */
  text: string;
  /** Widths of the grey lines, and what a screen reader hears of them. */
  lines?: number[];
  label?: string;
};

/** In place of what was asked for: grey lines while it is on its way; or that it could not be read, and a new try. */
export const NotYet = ({ asked: { error, refetch }, text, ...waiting }: NotYetProps) =>
  error ? <FailedState text={text} error={error} onRetry={() => void refetch()} /> : <Skeleton {...waiting} />;
