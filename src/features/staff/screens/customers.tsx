export const meta = () => [{ title: 'Customers - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function Customers() {
  return (
    <div className="wrap">
      <h1>Customers</h1>
    </div>
  );
}
