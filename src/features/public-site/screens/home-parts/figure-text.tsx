import type { Figure } from '../../facts.ts';

export const FigureText = ({ mark, figure, plain }: { mark: 'J$' | 'US$'; figure: Figure; plain?: boolean }) => (
  <span className={plain ? 'money plain' : 'money'}>
    <i>{mark}</i>
    <span>{figure.whole}</span>
    <s>{figure.cents}</s>
  </span>
);
