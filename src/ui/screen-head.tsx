import { Landscape } from './landscape.tsx';

export const ScreenHead = ({ title, text }: { title: string; text?: string }) => (
  <div className="head">
    <Landscape />
    <h1>{title}</h1>
    {text && <p>{text}</p>}
  </div>
);
