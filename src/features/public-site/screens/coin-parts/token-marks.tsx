const rings = Array.from({ length: 14 }, (_, at) => at * 10);
const petals = [0, 72, 144, 216, 288];

export const MahoniMark = () => (
  <svg viewBox="0 0 120 120" aria-hidden="true">
    <clipPath id="grain">
      <circle cx="60" cy="60" r="57" />
    </clipPath>
    <circle cx="60" cy="60" r="58" fill="#6b2f16" />
    <g clipPath="url(#grain)" fill="none" stroke="#f0b98a" strokeWidth="1.4" opacity=".8">
      {rings.map((y) => (
        <path key={y} d={`M-4 ${y + 4}C20 ${y - 9 + (y % 30) / 10} 34 ${y + 19} 62 ${y + 2}S104 ${y - 10} 126 ${y}`} />
      ))}
    </g>
    <circle cx="60" cy="60" r="57" fill="none" stroke="#f0b98a" strokeWidth="2" />
  </svg>
);

export const LignumMark = () => (
  <svg viewBox="0 0 120 120" aria-hidden="true">
    <circle cx="60" cy="60" r="57" fill="#2d3a86" stroke="#cfd6ff" strokeWidth="2" />
    {petals.map((turn) => (
      <g key={turn} transform={`rotate(${turn} 60 60)`}>
        <path d="M60 53C49 45 47 27 60 15c13 12 11 30 0 38z" fill="#cfd6ff" opacity=".92" />
        <path d="M60 50V26M60 44l-4-5M60 44l4-5M60 36l-4-5M60 36l4-5" stroke="#2d3a86" strokeWidth="1.3" fill="none" />
      </g>
    ))}
    <circle cx="60" cy="60" r="7" fill="#e2ac42" />
  </svg>
);
