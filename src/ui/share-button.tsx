import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

const getUrl = (path: string): string => new URL(path, location.origin).href;

/** Opens the share sheet of the device. Copies the link where the browser has none, or if it fails. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [canShare, setCanShare] = useState(typeof document === 'undefined' || 'share' in navigator);
  const share = () =>
    navigator.share({ title, url: getUrl(path) }).catch(({ name }: Error) => {
      // The user closed the share sheet.
      if (name !== 'AbortError') setCanShare(false);
    });
  return (
    <div className="row if-script">
      {canShare ? (
        <Button variant="line" size="small" onClick={share}>
          <Share2 className="ic" aria-hidden="true" />
          Share
          <span className="sr">: {title}</span>
        </Button>
      ) : (
        <CopyButton text={getUrl(path)} name={`link to ${title}`} label="Copy link" withText />
      )}
    </div>
  );
}
