import { Link } from '../../../../ui/link.tsx';
import { assets } from '../../../assets/assets.ts';
import { maxTypedLength } from '../../example-order.ts';
import { calculatorCoins, type Figure, type HomeFacts } from '../../facts.ts';

export const FigureText = ({ mark, figure, plain }: { mark: 'J$' | 'US$'; figure: Figure; plain?: boolean }) => (
  <span className={plain ? 'money plain' : 'money'}>
    <i>{mark}</i>
    <span>{figure.whole}</span>
    <s>{figure.cents}</s>
  </span>
);

type Facts = { facts: HomeFacts };

const formatWidthStyle = (percent: string) => ({ '--v': percent });

function Rows({ facts: { example, terms } }: Facts) {
  return (
    <dl className="slip">
      <div>
        <dt>
          <i className="dot k-a" />
          <span>
            Crypto you receive<span className="if-market">, at the market rate</span>
          </span>
        </dt>
        <dd>
          <FigureText mark="J$" figure={example.worth} />
        </dd>
      </div>
      <div>
        <dt>
          <i className="dot k-g" />
          <span>
            Fee, <span>{terms.fee}</span>
          </span>
        </dt>
        <dd>
          <FigureText mark="J$" figure={example.fee} />
        </dd>
      </div>
      <div className={example.sendingClass}>
        <dt>
          <i className="dot k-s" />
          <span>
            Network fee<small>{example.network}</small>
          </span>
        </dt>
        <dd>
          <FigureText mark="J$" figure={example.sending} />
        </dd>
      </div>
      <div className="if-market">
        <dt>
          <i className="dot k-h" />
          <span>
            Rate difference
            <small>
              Ours <span>{terms.buyRate}</span>, market <span>{example.market}</span> per US$ (
              <span>{example.source}</span>)
            </small>
          </span>
        </dt>
        <dd>
          <FigureText mark="J$" figure={example.difference} />
        </dd>
      </div>
      <div className="sum if-market">
        <dt>All-in cost</dt>
        <dd>
          <FigureText mark="J$" figure={example.allIn} />
          <div className="t-xs ink-2">
            <span>{example.share}</span> of what you pay
          </div>
        </dd>
      </div>
    </dl>
  );
}

/** GET form, so that the server can calculate the example without scripts. */
function CalculatorForm({ facts: { asked } }: Facts) {
  return (
    <form className="ask" method="get" action="/#cost" data-ask="">
      <div className="field">
        <label htmlFor="pay">You pay</label>
        <div className="ctl">
          <span className="pre">J$</span>
          <input
            id="pay"
            name="pay"
            inputMode="decimal"
            autoComplete="off"
            maxLength={maxTypedLength}
            defaultValue={asked.amount}
            aria-describedby="pay-problem"
          />
        </div>
      </div>
      <div className="field">
        <label htmlFor="coin">You get</label>
        <div className="ctl sel">
          <select id="coin" name="coin">
            <option value={asked.coin}>{asked.coin}</option>
            {calculatorCoins.map((symbol, at) => (
              <option key={symbol} className={asked.others[at]} value={symbol}>
                {assets[symbol].symbol}
              </option>
            ))}
          </select>
        </div>
      </div>
      <button type="submit" className="btn line">
        Calculate
      </button>
    </form>
  );
}

function Requirements({ facts: { needs } }: Facts) {
  return (
    <div className="needs">
      <h3>{needs.title}</h3>
      <ul>
        {needs.lines.map(({ lineClass, name, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and keep their position.
          <li key={at} className={lineClass}>
            <b>{name}</b> <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="t-xs ink-2">{needs.review}</p>
    </div>
  );
}

/** Cost of an example order, by the pricing rules of real orders (decision C6). */
export function CostExample({ facts }: Facts) {
  const { example, terms, asked } = facts;
  return (
    <section className="band on-sheet" id="cost">
      <div className="wrap cost">
        <div className="stack">
          <div className={`stack part ${example.marketClass}`} data-living="cost-lead">
            <h2 className="lead">
              What <FigureText mark="J$" figure={example.paid} plain /> really buys
            </h2>
            <p className="t-md ink-2">
              The fee is <span>{terms.fee}</span>.
              <span className="if-market"> We also sell each US dollar above the market rate.</span> You see both before
              you pay.
            </p>
          </div>
          <CalculatorForm facts={facts} />
          <div role="status">
            <div data-living="cost-said">
              <p className={asked.problemClass} id="pay-problem">
                {asked.problem}
              </p>
              <p className={`t-lg ${example.coinsClass}`}>
                <b className="num">{example.coins}</b> at today's price.
              </p>
            </div>
          </div>
          <div>
            <Link className="link" to="/trading">
              Buy now
            </Link>
          </div>
        </div>
        <div className={`if-terms part ${example.marketClass}`} data-living="cost">
          <div className="scale" aria-hidden="true" style={{ '--n': 10 }}>
            <div className="bar">
              <span className="a" style={formatWidthStyle(example.worthWidth)} />
              <span className="g" style={formatWidthStyle(example.feeWidth)} />
              <span className="s" style={formatWidthStyle(example.sendingWidth)} />
              <span className="h" style={formatWidthStyle(example.differenceWidth)} />
            </div>
            <div className="ticks" />
            <div className="marks">
              <span>J$0</span>
              <span style={{ '--x': 50 }}>{example.half}</span>
              <span>{example.full}</span>
            </div>
          </div>
          <Rows facts={facts} />
          <Requirements facts={facts} />
        </div>
      </div>
    </section>
  );
}
