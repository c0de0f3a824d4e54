import type { ReactNode } from 'react';
import { peak } from '../../../../ui/landscape/peak.ts';
import { LazyLandscape } from '../../../../ui/landscape.tsx';
import { Link } from '../../../../ui/link.tsx';
import { ArrowIcon } from '../../../../ui/shell-icons.tsx';

/** Ends before the peak, so that the triangle stays visible. */
const trail =
  'M330 590C420 560 470 545 540 500 640 440 700 425 760 380 820 335 850 330 920 322 1010 312 1060 262 1152 228';

const GetStarted = ({ to, who }: { to: string; who: string }) => (
  <Link className={`btn ${who}`} to={to}>
    Get Started <ArrowIcon />
  </Link>
);

const Trail = () => (
  <svg className="relief way-up" viewBox="0 0 1440 660" aria-hidden="true">
    <path className="trail" d={trail} />
    <path className="peak" d={`M${peak.x} ${peak.y - 18}l15 26h-30z`} />
    <text className="spot" x={peak.x + 26} y={peak.y + 6}>
      {peak.metres}
    </text>
  </svg>
);

/** CSS shows the link to /trading or to /auth, depending on the session [000 §2 Home]. */
export const Hero = ({ children }: { children: ReactNode }) => (
  <section className="hero">
    <LazyLandscape view="hero" />
    <Trail />
    <div className="wrap">
      <div className="say">
        <h1 className="t-3xl">Master Cryptocurrency and Blockchain</h1>
        <p>Learn crypto in plain words. Buy and sell with Jamaican dollars, and see the full cost before you pay.</p>
        <div className="acts">
          <GetStarted to="/trading" who="only-in" />
          <GetStarted to="/auth" who="only-out" />
          <a className="btn bare" href="#how">
            How It Works
          </a>
        </div>
      </div>
      {children}
    </div>
  </section>
);
