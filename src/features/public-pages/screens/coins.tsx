import { lignumAbout, lignumDisclaimer, lignumRewards, mahoniAbout, roadmap, walletSteps } from '../content/tokens.ts';
import { Contract } from './coin-parts/contract.tsx';
import { LignumMark, MahoniMark } from './coin-parts/token-marks.tsx';
import { Staking, Supply } from './coin-parts/token-tables.tsx';
import { pageMeta } from './page-meta.ts';
import { Contents, PageHead } from './parts/page-head.tsx';
import { Body, Steps, Words } from './parts/words.tsx';

export const meta = () =>
  pageMeta({
    path: '/coins',
    name: 'Mahoni and Lignum, our tokens',
    description:
      'Mahoni: supply, distribution, staking tiers and roadmap. Lignum: our free training token ' +
      'and how to get it.',
  });

const places = [
  { id: 'mahoni', title: 'Mahoni (MHI)' },
  { id: 'supply', title: 'Supply and distribution' },
  { id: 'staking', title: 'Staking tiers' },
  { id: 'roadmap', title: 'Roadmap' },
  { id: 'lignum', title: 'Lignum (LGM)' },
  { id: 'free-lignum', title: 'Ways to get free Lignum' },
  { id: 'add-to-wallet', title: 'Add a token to your wallet' },
];

const Roadmap = () => (
  <section id="roadmap" aria-labelledby="roadmap-head">
    <h3 id="roadmap-head">Roadmap</h3>
    <ol className="milestones">
      {roadmap.map(({ when, iso, what }, at) => (
        <li key={iso} className={`%%roadmap.${at}.class%%`}>
          <time dateTime={iso}>{when}</time>
          <span>
            {what} <span className="t-xs ink-2">{`%%roadmap.${at}.word%%`}</span>
          </span>
        </li>
      ))}
    </ol>
    <p className="t-xs ink-2">Dates as announced. They are plans, not promises.</p>
  </section>
);

const Mahoni = () => (
  <section id="mahoni" className="token" aria-labelledby="mahoni-head">
    <header>
      <MahoniMark />
      <div>
        <h2 id="mahoni-head">Mahoni (MHI)</h2>
        <p>The utility token.</p>
      </div>
    </header>
    <Body body={mahoniAbout} />
    <Contract token="Mahoni" address="{mahoniContract}" />
    <Supply />
    <Staking />
    <Roadmap />
  </section>
);

const FreeLignum = () => (
  <section id="free-lignum" aria-labelledby="free-head">
    <h3 id="free-head">Ways to get free Lignum</h3>
    <ul className="rewards">
      {lignumRewards.map(({ tokens, forWhat, how }) => (
        <li key={tokens}>
          <p>
            <b className="t-xl">{tokens} LGM</b> {forWhat}
          </p>
          <p className="ink-2">
            <Words text={how} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);

const Lignum = () => (
  <section id="lignum" className="token" aria-labelledby="lignum-head">
    <header>
      <LignumMark />
      <div>
        <h2 id="lignum-head">Lignum (LGM)</h2>
        <p>The training token.</p>
      </div>
    </header>
    <Body body={lignumAbout} />
    <p className="notice wait" role="note">
      <b>
        <Words text={lignumDisclaimer} />
      </b>
    </p>
    <Contract token="Lignum" address="{lignumContract}" />
    <FreeLignum />
  </section>
);

/** [001 §2 Coins page] */
export default function CoinsPage() {
  const lead =
    'Two tokens on Solana: one to use, one to learn with. New to tokens? [Level 1](/curriculum#coins) explains them.';
  return (
    <div className="wrap">
      <PageHead title="Our tokens" lead={lead} />
      <div className="to-read">
        <Contents places={places} />
        <article className="prose">
          <Mahoni />
          <Lignum />
          <section id="add-to-wallet" aria-labelledby="add-head">
            <h2 id="add-head">Add a token to your wallet</h2>
            <Steps texts={walletSteps} />
          </section>
        </article>
      </div>
    </div>
  );
}
