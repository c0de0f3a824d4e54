import { smallerSize } from './upload-rules.ts';

/** As good as a document needs, and a tenth of what a camera makes. */
const quality = 0.85;

/**
 * A large photo, made smaller before it is sent: upright, as JPEG, its long side 2000 px. The original when it is no
 * photo, small enough, no smaller afterwards, or when this browser cannot do it: the server takes either.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = smallerSize(picture.width, picture.height);
    const drawn = size && (await draw(picture, size));
    picture.close();
    if (!drawn || drawn.size >= file.size) return file;
    return new File([drawn], file.name.replace(/(\.\w{1,5})?$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return file;
  }
}

function draw(picture: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // What was see-through would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
