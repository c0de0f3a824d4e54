import { Link } from '../../../../ui/link.tsx';
import type { HomeFacts } from '../../facts.ts';
import { FigureText } from './figure-text.tsx';

const wide = (percent: string) => ({ '--v': percent });

function Rows({ facts: { example, terms } }: { facts: HomeFacts }) {
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
        <dt>What it costs, all in</dt>
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

/** A real order of J$25,000, worked out by the rules that price every order (decision C6). */
export function CostExample({ facts }: { facts: HomeFacts }) {
  const { example, terms } = facts;
  return (
    <section className="band on-sheet">
      <div className={`wrap cost ${example.marketClass}`} data-living="cost">
        <div className="stack">
          <h2 className="lead">
            What{' '}
            <span className="money">
              <i>J$</i>25,000
            </span>{' '}
            really buys
          </h2>
          <p className="t-md ink-2">
            The fee is <span>{terms.fee}</span>.
            <span className="if-market"> Our rate is not the market's, and that is a cost too.</span> You see both on
            every order, before you pay.
          </p>
          <div>
            <Link className="link" to="/trading">
              Try it with your own amount
            </Link>
          </div>
        </div>
        <div className="if-terms">
          <div className="scale" aria-hidden="true" style={{ '--n': 10 }}>
            <div className="bar">
              <span className="a" style={wide(example.worthWidth)} />
              <span className="g" style={wide(example.feeWidth)} />
              <span className="h" style={wide(example.differenceWidth)} />
            </div>
            <div className="ticks" />
            <div className="marks">
              <span>J$0</span>
              <span style={{ '--x': 50 }}>J$12,500</span>
              <span>J$25,000</span>
            </div>
          </div>
          <Rows facts={facts} />
        </div>
      </div>
    </section>
  );
}
