import { Relief } from './relief.tsx';

/** The head of a screen, over contour lines: its name, and in a sentence what it is for. */
export const ScreenHead = ({ title, text }: { title: string; text?: string }) => (
  <div className="head">
    <Relief />
    <h1>{title}</h1>
    {text && <p>{text}</p>}
  </div>
);
