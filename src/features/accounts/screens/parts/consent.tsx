import { Fragment } from 'react';
import { screens } from '../../../../screens.ts';

const papers = [
  { to: '/terms', name: 'Terms of Service' },
  { to: '/privacy', name: 'Privacy Policy' },
  { to: '/risk-indemnity', name: 'Risk and Indemnity' },
];

/** A paper one agrees to, in a new tab so that the form stays as it is; plain words while the page is not there. */
const Paper = ({ to, name }: { to: string; name: string }) =>
  screens.includes(to) ? (
    <a className="link" href={to} target="_blank" rel="noopener">
      {name}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  ) : (
    name
  );

/** What the box of the sign-up form says. */
export const Consent = () => (
  <>
    I agree to the{' '}
    {papers.map((paper, index) => (
      <Fragment key={paper.to}>
        {['', ', the ', ' and the '][index]}
        <Paper {...paper} />
      </Fragment>
    ))}
    .
  </>
);
