export const meta = () => [{ title: 'Customer - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function CustomerPage() {
  return (
    <div className="wrap">
      <h1>Customer</h1>
    </div>
  );
}
