export const meta = () => [{ title: 'Identity check - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function SubmissionReview() {
  return (
    <div className="wrap">
      <h1>Identity check</h1>
    </div>
  );
}
