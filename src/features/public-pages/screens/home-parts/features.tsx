const features = [
  { name: 'Local crypto reserve', text: 'We pay out from coins we already hold.' },
  { name: 'Bank and card payments', text: 'Pay from your Jamaican bank or by card. No foreign account needed.' },
  { name: 'Beginner onboarding', text: 'Start with a lesson, not a chart.' },
  { name: 'Local support', text: 'Real people in Jamaica, Mon-Fri 9AM-6PM.' },
  { name: 'No wallet connection', text: 'Just type your address. Your keys stay yours.' },
];

/** [000 §1, §2 Home] */
export const Features = ({ fee }: { fee: string }) => (
  <section className="band">
    <div className="wrap">
      <h2>Made for Jamaica</h2>
      <ul className="feats">
        <li data-living="fee">
          <h3>
            <span>{fee}</span> fee
          </h3>
          <p>One fee on every order, shown in dollars.</p>
        </li>
        {features.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
