const stops = [
  { x: 17, y: 74 },
  { x: 404, y: 62 },
  { x: 791, y: 40 },
];

const steps = [
  { title: 'Sign up and KYC', text: 'Open your account and verify your identity. Review typically takes 12-24 hours.' },
  {
    title: 'Buy, sell and learn',
    text: 'Pay by bank transfer or card. New to crypto? Take a course first.',
  },
  {
    title: 'Receive crypto or payment',
    text: 'Your crypto arrives in your wallet. Payouts arrive in your Jamaican bank account.',
  },
];

const Path = () => (
  <div className="way3">
    <svg viewBox="0 0 1160 96" preserveAspectRatio="none" aria-hidden="true">
      <path d="M17 74C160 30 260 96 404 62S640 8 791 40s208 16 352-14" vectorEffect="non-scaling-stroke" />
    </svg>
    <svg viewBox="0 0 1160 96" aria-hidden="true">
      {stops.map(({ x, y }, at) => (
        <g key={x}>
          <circle cx={x} cy={y} r="16" />
          <text x={x} y={y + 6}>
            {at + 1}
          </text>
        </g>
      ))}
      <path className="top3" d="M1146 4l14 24h-28z" />
    </svg>
  </div>
);

/** [000 §2 Home] */
export const HowItWorks = () => (
  <section className="band" id="how">
    <div className="wrap">
      <h2>Three steps from Jamaican dollars to your own wallet</h2>
      <Path />
      <ol className="path3">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
);
