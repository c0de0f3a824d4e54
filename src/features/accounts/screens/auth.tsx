export default function Placeholder() {
  return (
    <div className="wrap">
      <h1>…</h1>
    </div>
  );
}
