export const meta = () => [{ title: 'Identity checks - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function IdentityQueue() {
  return (
    <div className="wrap">
      <h1>Identity checks</h1>
    </div>
  );
}
