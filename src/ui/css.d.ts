import 'react';

/** Our own custom properties may stand in `style`: they carry a share or a count into the look. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
