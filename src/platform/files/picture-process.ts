import { serveWorker } from '../worker-entry.ts';
import { type OwnPicture, redraw, shrink, type UploadedPicture } from './picture.ts';

serveWorker((asked: UploadedPicture | OwnPicture) => ('ownPicture' in asked ? shrink(asked) : redraw(asked)));
