import { serveWorker } from '../jobs/worker-entry.ts';
import { type OwnPicture, redraw, shrink, type UploadedPicture } from './picture.ts';

serveWorker((picture: UploadedPicture | OwnPicture) => ('ownPicture' in picture ? shrink(picture) : redraw(picture)));
