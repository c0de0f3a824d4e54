import { ArrowUpRight } from 'lucide-react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { LazyLandscape } from '../../../../ui/landscape.tsx';
import type { HomeTerms } from '../../facts.ts';
import { LignumMark, MahoniMark } from '../coin-parts/token-marks.tsx';

/** [000 §2 Home, decision B11] */
export const Tokens = ({ terms }: { terms: HomeTerms }) => (
  <section className="band deep on-deep">
    <LazyLandscape view="band" />
    <div className="wrap">
      <h2 className="lead">Two home-grown tokens</h2>
      <div className="tokens">
        <article>
          <MahoniMark />
          <div>
            <h3>
              Mahoni <span className="ink-deep">MHI</span>
            </h3>
            <p data-living="mahoni">
              The utility token.
              <span className="if-terms">
                {' '}
                Price US$<span>{terms.mahoni}</span>, set by the company.
              </span>
            </p>
            <div className="row">
              <a className="btn sm if-terms" href={terms.community} target="_blank" rel="noreferrer">
                Join the community <ArrowUpRight className="ic" aria-hidden="true" />
                <span className="sr"> (opens a new tab)</span>
              </a>
              <ButtonLink to="/coins#mahoni" variant="line" size="small">
                About Mahoni
              </ButtonLink>
            </div>
          </div>
        </article>
        <article>
          <LignumMark />
          <div>
            <h3>
              Lignum <span className="ink-deep">LGM</span>
            </h3>
            <p>
              The training token: practise with something real.
              <span className="if-terms"> {terms.lignum}</span>
            </p>
            <div className="row">
              <ButtonLink to="/coins#lignum" variant="line" size="small">
                Ways to get free Lignum
              </ButtonLink>
            </div>
          </div>
        </article>
      </div>
    </div>
  </section>
);
