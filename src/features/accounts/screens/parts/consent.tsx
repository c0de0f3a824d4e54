import { Fragment } from 'react';

const papers = [
  { to: '/terms', name: 'Terms of Service' },
  { to: '/privacy', name: 'Privacy Policy' },
  { to: '/risk-indemnity', name: 'Risk and Indemnity' },
];

/** A paper one agrees to, in a new tab so that the form stays as it is. */
const Paper = ({ to, name }: { to: string; name: string }) => (
  <a className="link" href={to} target="_blank" rel="noopener">
    {name}
    <span className="sr"> (opens in a new tab)</span>
  </a>
);

/** What the box of the sign-up form says, with links to /terms, /privacy and /risk-indemnity [000 §2 Auth]. */
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
