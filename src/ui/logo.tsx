export function Logo() {
  return (
    <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
      <path
        d="M27.5 8.2C24.6 4.4 20.6 2.6 15.6 3 8 3.6 2.6 9.4 3 16.6c.4 7.4 6.2 12.6 13.4 12.4 4.8-.1 8.6-2.2 11.1-5.8"
        strokeWidth="2.6"
      />
      <path
        d="M23.8 11.6C22 9 19.3 7.7 16 8c-5 .4-8.4 4.2-8 8.8.4 4.5 4 7.6 8.6 7.3 3.1-.2 5.5-1.7 7.1-4.1"
        strokeWidth="2.2"
      />
      <path
        d="M20 14.2c-.9-1.2-2.2-1.8-3.8-1.6-2.3.2-3.9 2-3.6 4 .2 2 1.9 3.3 3.9 3.1 1.4-.1 2.6-.8 3.4-1.9"
        strokeWidth="1.8"
      />
      <circle cx="25.4" cy="16.2" r="2.7" fill="var(--gold)" stroke="none" />
    </svg>
  );
}
