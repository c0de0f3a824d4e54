import { ArrowUpRight, Copy } from 'lucide-react';
import { numberColumn, TableHead } from '../../../ui/table-head.tsx';
import { opened, type Text } from '../content/prose.ts';
import {
  distribution,
  distributionNote,
  lignumAbout,
  lignumDisclaimer,
  lignumRewards,
  mahoniAbout,
  mahoniSupply,
  roadmap,
  stakingNote,
  stakingTiers,
  walletSteps,
} from '../content/tokens.ts';
import { LignumMark, MahoniMark } from './coin-parts/token-marks.tsx';
import { pageMeta } from './page-meta.ts';
import { Body, Contents, PageHead, Steps, Words } from './parts/words.tsx';

/** Heights are in px and widths in percent, so that labels keep their size on phones. */
const row = 54;
const thick = 18;
const floor = distribution.length * row;
const ticks = [0, 25, 50, 75, 100];

/** Share of the launch sale that the company buys (decision B10). */
const ownShare = 0.3;

const summary = distribution.map(({ name, percent }) => `${name} ${percent}%`).join(', ');

const Bar = ({ at, name, percent }: { at: number; name: string; percent: number }) => {
  const top = at * row;
  const own = name === 'Launch sale' ? percent * ownShare : 0;
  const bar = { y: top + 24, height: thick };
  return (
    <g>
      <text y={top + 16}>{name}</text>
      <text className="share" x="100%" y={top + 16} textAnchor="end">
        {percent}%
      </text>
      <rect className="part" width={`${percent - own}%`} {...bar} />
      {own > 0 && <rect className="own" x={`${percent - own}%`} width={`${own}%`} {...bar} />}
      <rect className="all" width="100%" {...bar} />
    </g>
  );
};

const anchorOf = (tick: number) => (tick === 0 ? 'start' : tick === 100 ? 'end' : 'middle');

const SupplyPicture = () => (
  <svg className="supply" width="100%" height={floor + 26} role="img" aria-labelledby="supply-title supply-about">
    <title id="supply-title">{`Distribution of ${mahoniSupply} Mahoni`}</title>
    <desc id="supply-about">{`${summary}. The company buys 30% of the launch sale.`}</desc>
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="stripe" width="3" height="6" />
      </pattern>
    </defs>
    {distribution.map(({ name, percent }, at) => (
      <Bar key={name} at={at} name={name} percent={percent} />
    ))}
    {ticks.map((tick) => (
      <g key={tick} className="axis">
        <line x1={`${tick}%`} x2={`${tick}%`} y1={floor - 6} y2={floor} />
        <text x={`${tick}%`} y={floor + 16} textAnchor={anchorOf(tick)}>
          {tick}%
        </text>
      </g>
    ))}
  </svg>
);

/** [001 §9 Tokens, decision B10] */
const Supply = () => (
  <section id="supply" aria-labelledby="supply-head">
    <h3 id="supply-head">Supply and distribution</h3>
    <p>
      The supply is 1 billion: <b>{mahoniSupply}</b> MHI.
    </p>
    <figure>
      <SupplyPicture />
      <figcaption className="t-xs ink-2">
        The hatched part is the 30% of the launch sale that the company buys. <Words text={distributionNote} />
      </figcaption>
    </figure>
    <div className="wide-table">
      <table className="tbl">
        <caption className="sr">Distribution of Mahoni</caption>
        <TableHead columns={['Purpose', numberColumn('Share of supply'), numberColumn('MHI')]} />
        <tbody>
          {distribution.map(({ name, percent, tokens, note }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {note && <small>{note}</small>}
              </th>
              <td className="r">{percent}%</td>
              <td className="r">{tokens}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

/** [001 §9 Tokens] */
const Staking = () => (
  <section id="staking" aria-labelledby="staking-head">
    <h3 id="staking-head">Staking tiers</h3>
    <p>Rewards come from the staking pool of 50,000,000 MHI, which is 5% of the supply.</p>
    <div className="wide-table">
      <table className="tbl">
        <caption className="sr">Staking tiers of Mahoni</caption>
        <TableHead columns={['Tier', numberColumn('MHI held'), numberColumn('Period'), numberColumn('Reward')]} />
        <tbody>
          {stakingTiers.map(({ name, held, days, apy, extras }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {extras && <small>{extras}</small>}
              </th>
              <td className="r">{held}</td>
              <td className="r nw">{days}</td>
              <td className="r nw">{apy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <p className="t-xs ink-2">
      <Words text={stakingNote} />
    </p>
  </section>
);

const explorer = 'https://explorer.solana.com/address/';

/** Contract address of a token, readable without scripts [001 §2 Coins page]. */
const Contract = ({ token, address }: { token: string; address: Text }) => (
  <div className="contract">
    <dl>
      <div>
        <dt>{token} contract address on Solana</dt>
        <dd className="code">{opened(address)}</dd>
      </div>
    </dl>
    <div className="row">
      <button type="button" className="btn line sm if-script" data-island="copy" data-copy={opened(address)}>
        <Copy className="ic" aria-hidden="true" />
        Copy contract address<span className="sr"> of {token}</span>
      </button>
      <a className="btn bare sm" href={explorer + opened(address)} target="_blank" rel="noreferrer">
        Block explorer <ArrowUpRight className="ic" aria-hidden="true" />
        <span className="sr"> for {token} (opens a new tab)</span>
      </a>
    </div>
  </div>
);

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
