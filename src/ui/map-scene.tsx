import { peak } from './landscape/peak.ts';
import { Landscape } from './landscape.tsx';

/** Walking paths in the coordinates of the landscape. */
const paths = {
  ends: { walked: 'M700 402C740 392 760 380 790 358 840 326 880 326 920 322 990 316 1020 304 1044 290' },
  gate: {
    walked: 'M700 402C740 392 760 380 790 358 820 336 850 330 884 326',
    ahead: 'M912 322C1010 312 1060 262 1152 228',
  },
};
const markers = { ends: { x: 1054, y: 280 }, gate: { x: 868, y: 318 } };

const gate = 'M888 296v44M908 294v44M888 306l20-2M888 318l20-2M888 330l20-2';

export const MapScene = ({ variant }: { variant: keyof typeof paths }) => (
  <div className={`map-scene ${variant}`} aria-hidden="true">
    <Landscape view="scene" />
    <svg viewBox="700 70 620 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="walked" d={paths[variant].walked} />
      {variant === 'gate' && (
        <>
          <path className="ahead" d={paths.gate.ahead} />
          <path className="gate" d={gate} />
          <path className="top" d={`M${peak.x} ${peak.y - 14}l12 21h-24z`} />
        </>
      )}
      <path className="here" d={`M${markers[variant].x} ${markers[variant].y}l13 -23h-26z`} />
    </svg>
  </div>
);
