import type { Figure } from '../../facts.ts';

/** An amount from the facts: the mark is quiet, the whole dollars speak, the cents follow. */
export const FigureText = ({ mark, figure, plain }: { mark: 'J$' | 'US$'; figure: Figure; plain?: boolean }) => (
  <span className={plain ? 'money plain' : 'money'}>
    <i>{mark}</i>
    <span>{figure.whole}</span>
    <s>{figure.cents}</s>
  </span>
);
