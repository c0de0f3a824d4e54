import { numberColumn, TableHead } from '../../../../ui/table-head.tsx';
import { distribution, distributionNote, mahoniSupply, stakingNote, stakingTiers } from '../../content/tokens.ts';
import { Words } from '../parts/words.tsx';
import { SupplyPicture } from './supply-picture.tsx';

/** [001 §9 Tokens, decision B10] */
export const Supply = () => (
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
export const Staking = () => (
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
    <p className="t-xs ink-2">{stakingNote}</p>
  </section>
);
