import type { ReactNode } from 'react';

/** Icons of the shell, inlined to save 1.5 kB on the first page. Size 24, stroke width 1.75. */
const icon = (shape: ReactNode) =>
  function ShellIcon() {
    return (
      <svg
        className="ic"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    );
  };

export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const LightIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1m0 16v1m9-9h-1M4 12H3m15.400-6.400-.7.7M6.300 17.700l-.7.7m12.800 0-.7-.7M6.300 6.300l-.7-.7" />
  </>,
);
export const DarkIcon = icon(
  <path strokeLinejoin="round" d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500" />,
);
export const DeviceIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="12" rx="2" />
    <path d="M8.500 20h7M12 16v4" />
  </>,
);
export const RefreshIcon = icon(
  <path
    strokeLinejoin="round"
    d="M20 11a8 8 0 0 0-14.500-3.500L4 9m0-5v5h5m-5 4a8 8 0 0 0 14.500 3.500L20 15m0 5v-5h-5"
  />,
);
export const ArrowIcon = icon(<path strokeLinejoin="round" d="M5 12h14m-6-6 6 6-6 6" />);
export const BellIcon = icon(<path strokeLinejoin="round" d="M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15ZM10 21h4" />);
export const HomeIcon = icon(<path strokeLinejoin="round" d="M4 11 12 4l8 7v9h-5v-6H9v6H4Z" />);
export const TradeIcon = icon(<path strokeLinejoin="round" d="M7 20V4M3 8l4-4 4 4m6-4v16m4-4-4 4-4-4" />);
export const ReceiptIcon = icon(<path strokeLinejoin="round" d="M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6m-6 4h6" />);
export const BookIcon = icon(
  <path strokeLinejoin="round" d="M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1Zm0 0v14" />,
);
export const PersonIcon = icon(
  <path strokeLinejoin="round" d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 4-6 8-6s8 2 8 6" />,
);
