import { peak } from './relief/peak.ts';
import { Relief } from './relief.tsx';

/**
 * How the way stands on the sheet, in the units of the land: what was walked, what is ahead, and where we are. Either
 * the sheet ends there, or a gate stands across the way.
 */
const ways = {
  ends: { walked: 'M700 402C740 392 760 380 790 358 840 326 880 326 920 322 990 316 1020 304 1044 290' },
  gate: {
    walked: 'M700 402C740 392 760 380 790 358 820 336 850 330 884 326',
    ahead: 'M912 322C1010 312 1060 262 1152 228',
  },
};
const here = { ends: { x: 1054, y: 280 }, gate: { x: 868, y: 318 } };

/** Two posts and what is between them. */
const gate = 'M888 296v44M908 294v44M888 306l20-2M888 318l20-2M888 330l20-2';

/** A piece of the sheet, for a page that has little to say: where one stands on the way, and how it goes on. */
export const MapScene = ({ way }: { way: keyof typeof ways }) => (
  <div className={`map-scene ${way}`} aria-hidden="true">
    <Relief view="scene" />
    <svg viewBox="700 70 620 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="walked" d={ways[way].walked} />
      {way === 'gate' && (
        <>
          <path className="ahead" d={ways.gate.ahead} />
          <path className="gate" d={gate} />
          <path className="top" d={`M${peak.x} ${peak.y - 14}l12 21h-24z`} />
        </>
      )}
      <path className="here" d={`M${here[way].x} ${here[way].y}l13 -23h-26z`} />
    </svg>
  </div>
);
