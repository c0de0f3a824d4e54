export function Skeleton({ label = 'Loading', lines = [55, 90, 76] }: { label?: string; lines?: number[] }) {
  return (
    <div className="skeleton" role="status">
      <span className="sr">{label}</span>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
        <div key={index} className="skel" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
