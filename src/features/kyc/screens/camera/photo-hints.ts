/** Width and height in pixels of the small picture that is measured. */
export const sample = { width: 96, height: 72 } as const;

export type PhotoHint = 'dark' | 'bright' | 'blurred' | 'fine';

/** Bounds of the mean brightness, of 255, and the least variance of the edges. */
const bounds = { dark: 55, bright: 215, sharp: 12 } as const;

const getBrightness = (pixels: ArrayLike<number>, at: number): number =>
  0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Variance of the Laplacian: a blurred picture has weak edges. */
function getSharpness(grey: readonly number[], { width, height }: typeof sample): number {
  const edges: number[] = [];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [centre = 0, left = 0, right = 0, above = 0, below = 0] = [at, at - 1, at + 1, at - width, at + width].map(
        (one) => grey[one],
      );
      edges.push(4 * centre - left - right - above - below);
    }
  const middle = mean(edges);
  return mean(edges.map((edge) => (edge - middle) ** 2));
}

/** Measures brightness and sharpness of RGBA pixels of the size `sample`. Nothing else is checked. */
export function measurePhoto(pixels: ArrayLike<number>): PhotoHint {
  const grey = Array.from({ length: sample.width * sample.height }, (_, at) => getBrightness(pixels, at * 4));
  const light = mean(grey);
  if (light < bounds.dark) return 'dark';
  if (light > bounds.bright) return 'bright';
  return getSharpness(grey, sample) < bounds.sharp ? 'blurred' : 'fine';
}

export const photoHints: Readonly<Record<PhotoHint, string>> = {
  dark: 'The picture is dark. Turn towards a light.',
  bright: 'The picture is very bright. Turn away from the light.',
  blurred: 'The picture looks blurred. Hold still, or clean the lens.',
  fine: 'Light and sharpness look good. Keep your face and your ID in the picture and hold still.',
};
