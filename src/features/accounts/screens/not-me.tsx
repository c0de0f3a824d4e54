export const meta = () => [{ title: 'This was not me - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function NotMe() {
  return (
    <div className="wrap">
      <h1>This was not me</h1>
    </div>
  );
}
