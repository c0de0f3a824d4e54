import { distribution, mahoniSupply } from '../../content/tokens.ts';

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

export const SupplyPicture = () => (
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
