import type { Finding } from '../shapes.ts';

/** What a matter is known by. A wallet is set letter by letter: a nought in it is no O. */
export const ThingValue = ({ thing: { kind, value } }: { thing: Pick<Finding, 'kind' | 'value'> }) => (
  <span className={kind === 'wallet' ? 'code wrap-any' : 'wrap-any'}>{value}</span>
);
