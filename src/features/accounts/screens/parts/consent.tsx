import { Fragment } from 'react';

const documents = [
  { to: '/terms', name: 'Terms of Service' },
  { to: '/privacy', name: 'Privacy Policy' },
  { to: '/risk-indemnity', name: 'Risk and Indemnity' },
];

const DocumentLink = ({ to, name }: { to: string; name: string }) => (
  <a className="link" href={to} target="_blank" rel="noopener">
    {name}
    <span className="sr"> (opens in a new tab)</span>
  </a>
);

/** Links to /terms, /privacy and /risk-indemnity [000 §2 Auth], in new tabs. */
export const Consent = () => (
  <>
    I agree to the{' '}
    {documents.map((document, index) => (
      <Fragment key={document.to}>
        {['', ', the ', ' and the '][index]}
        <DocumentLink {...document} />
      </Fragment>
    ))}
    .
  </>
);
